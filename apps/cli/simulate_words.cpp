#include "simulate_words.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

namespace gnomon::cli {

namespace {

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Where the word before the end begins. File names may contain blanks; they are the whole argument.
std::size_t word_begin(WordKind kind, std::string_view text) {
  std::size_t begin = text.size();
  switch (kind) {
    case WordKind::Formula:
      while (begin > 0 && in_name(text[begin - 1])) --begin;
      return begin;
    case WordKind::File:
      return std::min(text.find_first_not_of(" \t"), text.size());
    case WordKind::Nothing:
    case WordKind::Value:
    case WordKind::AgentAction:
    case WordKind::Agent:
      while (begin > 0 && text[begin - 1] != ' ' && text[begin - 1] != '\t') --begin;
      return begin;
  }
  return begin;
}

// The name that ends where the text does.
std::string_view last_name(std::string_view text) {
  return text.substr(word_begin(WordKind::Formula, text));
}

std::vector<std::string> files(std::string_view word) {
  namespace fs = std::filesystem;
  std::string folder(word.substr(0, word.rfind('/') + 1));
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator at(folder.empty() ? "." : folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code unknown;
    found.push_back(folder + at->path().filename().string() + (at->is_directory(unknown) ? "/" : " "));
  }
  return found;
}

}  // namespace

Completion SimulateWords::complete(WordKind kind, std::string_view arguments) const {
  std::size_t begin = word_begin(kind, arguments);
  std::string_view word = arguments.substr(begin);
  Completion completion{word.size(), words(kind, arguments.substr(0, begin), word)};
  std::erase_if(completion.words, [&](const std::string& candidate) { return !candidate.starts_with(word); });
  std::sort(completion.words.begin(), completion.words.end());
  return completion;
}

std::vector<std::string> SimulateWords::words(WordKind kind, std::string_view before, std::string_view word) const {
  switch (kind) {
    case WordKind::Nothing:
      return {};
    case WordKind::Value:
      return values(word);
    case WordKind::AgentAction:
      return actions(word);
    case WordKind::Agent:
      return agents();
    case WordKind::Formula:
      return names_in_formula(before);
    case WordKind::File:
      return files(word);
  }
  return {};
}

// The agent may be left out, as in `init bit=true`.
std::vector<std::string> SimulateWords::values(std::string_view word) const {
  std::size_t equals = word.find('=');
  std::string_view typed = word.substr(0, equals);
  bool qualified = typed.find('.') != std::string_view::npos;
  std::vector<std::string> found;
  for (const api::ModelNames::Agent& agent : names_.agents) {
    for (const api::ModelNames::Variable& variable : agent.variables) {
      std::string full = agent.name + "." + variable.name;
      const std::string& name = qualified || agent.name.starts_with(typed) ? full : variable.name;
      if (equals == std::string_view::npos) {
        found.push_back(name + "=");
      } else if (typed == full || typed == variable.name) {
        for (const std::string& value : variable.values) found.push_back(std::string(typed) + "=" + value + " ");
      }
    }
  }
  return found;
}

std::vector<std::string> SimulateWords::actions(std::string_view word) const {
  std::size_t equals = word.find('=');
  std::vector<std::string> found;
  for (const api::ModelNames::Agent& agent : names_.agents) {
    if (agent.actions.empty()) continue;
    if (equals == std::string_view::npos) {
      found.push_back(agent.name + "=");
    } else {
      for (const std::string& action : agent.actions) found.push_back(agent.name + "=" + action + " ");
    }
  }
  return found;
}

std::vector<std::string> SimulateWords::agents() const {
  std::vector<std::string> found;
  for (const api::ModelNames::Agent& agent : names_.agents) found.push_back(agent.name + " ");
  return found;
}

namespace {

// Whether the text ends within a group that is listed: `<{First, `, `GK({`.
bool in_listed_group(std::string_view before) {
  const std::size_t brace = before.find_last_of("{}");
  if (brace == std::string_view::npos || before[brace] == '}') return false;
  const std::size_t opener = before.substr(0, brace).find_last_not_of(' ');
  return opener != std::string_view::npos && (before[opener] == '<' || before[opener] == '(');
}

}  // namespace

// Within a formula: the agent of K and O and those of listed groups, the group of GK, DK, GCK and <...>; elsewhere
// propositions.
std::vector<std::string> SimulateWords::names_in_formula(std::string_view before) const {
  std::vector<std::string> found;
  if (in_listed_group(before)) {
    for (const api::ModelNames::Agent& agent : names_.agents) found.push_back(agent.name);
    return found;
  }
  if (before.ends_with('(')) {
    std::string_view head = last_name(before.substr(0, before.size() - 1));
    if (head == "K" || head == "O") {
      for (const api::ModelNames::Agent& agent : names_.agents) found.push_back(agent.name);
      return found;
    }
    if (head == "GK" || head == "DK" || head == "GCK") return names_.groups;
  }
  found = names_.propositions;
  if (before.ends_with('<')) found.insert(found.end(), names_.groups.begin(), names_.groups.end());
  return found;
}

}  // namespace gnomon::cli

#include "state_lines.h"

#include <algorithm>
#include <fmt/format.h>

namespace gnomon::cli {

namespace {

constexpr std::size_t kLineWidth = 100;
constexpr std::size_t kPropositionsShown = 20;

// One text per variable that differs.
template <class Word>
std::string differing(const api::State& base, const api::State& other, Word word) {
  std::string text;
  for (std::size_t a = 0; a < base.size(); ++a) {
    for (std::size_t v = 0; v < base[a].values.size(); ++v) {
      const auto& [name, before] = base[a].values[v];
      const std::string& after = other[a].values[v].second;
      if (before == after) continue;
      text += (text.empty() ? "" : ", ") + word(base[a].agent + "." + name, before, after);
    }
  }
  return text;
}

}  // namespace

std::string wrapped(const std::string& first, const std::string& text, const std::string& later) {
  std::string out;
  std::string line = first;
  bool fresh = true;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find(", ", at);
    std::size_t next = end == std::string::npos ? text.size() : end + 2;
    std::string word = text.substr(at, end == std::string::npos ? end : end + 1 - at);
    if (!fresh && line.size() + 1 + word.size() > kLineWidth) {
      out += line + "\n";
      line = later;
      fresh = true;
    }
    line += (fresh ? "" : " ") + word;
    fresh = false;
    at = next;
  }
  return out + line + "\n";
}

std::string state_title(std::size_t number, const std::vector<std::string>& propositions, const std::string& remark) {
  std::string names;
  for (std::size_t i = 0; i < std::min(propositions.size(), kPropositionsShown); ++i) {
    names += (i == 0 ? "" : ", ") + propositions[i];
  }
  if (propositions.size() > kPropositionsShown) names += ", ...";
  return wrapped(fmt::format("{:<4}", fmt::format("s{}", number)),
                 fmt::format("{{{}}}{}{}", names, remark.empty() ? "" : "  ", remark), "    ");
}

std::string state_lines(const api::State& state, std::size_t indent) {
  std::size_t width = 0;
  for (const api::AgentState& part : state) {
    if (!part.values.empty()) width = std::max(width, part.agent.size());
  }
  std::string out;
  for (const api::AgentState& part : state) {
    if (part.values.empty()) continue;
    std::string values;
    for (const auto& [name, value] : part.values) {
      values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", name, value);
    }
    std::string first = fmt::format("{:{}}{:<{}}  ", "", indent, part.agent, width);
    out += wrapped(first, values, std::string(first.size(), ' '));
  }
  return out;
}

std::string change_lines(const api::State& before, const api::State& after, std::size_t indent) {
  std::string text = differing(before, after, [](const std::string& name, const auto& old, const auto& now) {
    return fmt::format("{}: {} -> {}", name, old, now);
  });
  std::string blanks(indent, ' ');
  return wrapped(blanks, text.empty() ? "nothing changes" : text, blanks);
}

std::string difference(const api::State& base, const api::State& other) {
  return differing(base, other, [](const std::string& name, const auto&, const auto& now) {
    return fmt::format("{} = {}", name, now);
  });
}

std::string action_text(const api::JointAction& actions) {
  std::string text;
  for (const auto& [agent, action] : actions) text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", agent, action);
  return text;
}

std::string step_line(const api::JointAction& actions) {
  return wrapped(" |  ", action_text(actions), " |  ");
}

}  // namespace gnomon::cli

#include "simulate_session.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "state_lines.h"
#include "text_report.h"

namespace gnomon::cli {

namespace {

constexpr std::size_t kStepsShown = 20;   // of a random walk
constexpr std::size_t kStatesShown = 50;  // of the walk so far
constexpr std::size_t kPage = 20;
constexpr std::size_t kOffered = 6;  // joint actions after a step

bool is_number(const std::string& word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

const std::vector<SimulateSession::Command>& SimulateSession::commands() {
  using S = SimulateSession;
  static const std::vector<Command> all = {
      {"init", "init [VAR=VALUE...] [N]", "list the initial states, or begin at one of them", WordKind::Value,
       &S::init},
      {"actions", "actions [AGENT=ACTION...] [COUNT]", "list joint actions and what comes of them",
       WordKind::AgentAction, &S::actions},
      {"more", "more [COUNT]", "go on with the last list", WordKind::Nothing, &S::more},
      {"step", "step N [OUTCOME], step AGENT=ACTION... [OUTCOME]", "do a joint action", WordKind::AgentAction,
       &S::step},
      {"random", "random [COUNT]", "take steps at random", WordKind::Nothing, &S::random},
      {"back", "back [COUNT]", "go back along the walk", WordKind::Nothing, &S::back},
      {"jump", "jump N", "go to state N of the walk", WordKind::Nothing, &S::jump},
      {"restart", "restart", "begin again at an initial state", WordKind::Nothing, &S::restart},
      {"undo", "undo", "take the last change back, whatever it was", WordKind::Nothing, &S::undo},
      {"state", "state", "show the present state in full", WordKind::Nothing, &S::state},
      {"walk", "walk [COUNT]", "show the walk, or its last states", WordKind::Nothing, &S::show_walk},
      {"eval", "eval FORMULA, eval N, eval NAME", "is the formula, or one of the file, true here?", WordKind::Formula,
       &S::evaluate},
      {"possible", "possible AGENT [COUNT]", "list the states that the agent cannot tell from this one",
       WordKind::Agent, &S::possible},
      {"save", "save FILE", "write the walk to a file", WordKind::File, &S::save},
      {"load", "load FILE", "replay the walk of a file, or the path of a witness in JSON", WordKind::File, &S::load},
      {"help", "help", "show this list", WordKind::Nothing, &S::help},
      {"quit", "quit", "leave; so does the end of the input", WordKind::Nothing, &S::quit},
  };
  return all;
}

// --- reading --------------------------------------------------------------------------------------------------------

bool SimulateSession::begin(const std::string& file) {
  if (!file.empty()) {
    load({file}, file);
    return !failed_;
  }
  api::InitialPage page = walk_.initial_states({}, {0, 1});
  if (page.problem.empty() && page.total == 0) {
    fail("no state satisfies InitStates");
    return false;
  }
  init({}, {});
  return true;
}

bool SimulateSession::execute(const std::string& line) {
  std::istringstream stream(line);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.empty() || words.front().starts_with("#")) return true;
  if (is_number(words.front())) words.insert(words.begin(), walk_.size() == 0 ? "init" : "step");
  const Command* command = find(words.front());
  if (command == nullptr) return true;
  std::size_t begin = std::min(line.find(words.front()) + words.front().size(), line.size());
  begin = std::min(line.find_first_not_of(" \t", begin), line.size());
  std::size_t end = line.find_last_not_of(" \t\r") + 1;
  words.erase(words.begin());
  (this->*command->run)(words, line.substr(begin, end > begin ? end - begin : 0));
  return !over_;
}

std::vector<const SimulateSession::Command*> SimulateSession::candidates(std::string_view word) {
  std::vector<const Command*> found;
  for (const Command& command : commands()) {
    if (command.name == word) return {&command};
    if (command.name.starts_with(word)) found.push_back(&command);
  }
  return found;
}

const SimulateSession::Command* SimulateSession::find(const std::string& word) {
  std::vector<const Command*> found = candidates(word);
  if (found.size() == 1) return found.front();
  std::vector<std::string> names;
  if (!found.empty()) {
    for (const Command* command : found) names.push_back(command->name);
    fail(fmt::format("`{}` may be {}", word, fmt::join(names, " or ")));
  } else {
    for (const Command& command : commands()) names.push_back(command.name);
    std::string closest = api::closest_name(word, names);
    fail(fmt::format("there is no command `{}`; {}", word,
                     closest.empty() ? "`help` lists them" : fmt::format("did you mean `{}`?", closest)));
  }
  return nullptr;
}

Completion SimulateSession::complete(std::string_view before_cursor) const {
  std::size_t begin = std::min(before_cursor.find_first_not_of(" \t"), before_cursor.size());
  std::size_t end = before_cursor.find_first_of(" \t", begin);
  std::vector<const Command*> found = candidates(before_cursor.substr(begin, end - begin));
  if (end != std::string_view::npos) {
    WordKind kind = found.size() == 1 ? found.front()->arguments : WordKind::Nothing;
    return words_.complete(kind, before_cursor.substr(end));
  }
  Completion completion{before_cursor.size() - begin, {}};
  for (const Command* command : found) completion.words.push_back(command->name + " ");
  return completion;
}

void SimulateSession::fail(const std::string& problem) {
  out_.flush();
  complain(problem);
  failed_ = true;
}

bool SimulateSession::failed_with(const std::string& problem) {
  if (!problem.empty()) fail(problem);
  return !problem.empty();
}

SimulateSession::Split SimulateSession::split(const Words& words) {
  Split result;
  for (const std::string& word : words) {
    if (is_number(word))
      result.numbers.push_back(word);
    else
      result.words.push_back(word);
  }
  return result;
}

bool SimulateSession::count(const Words& words, std::size_t otherwise, std::size_t& result) {
  result = otherwise;
  if (words.empty()) return true;
  const std::string& word = words.front();
  auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), result);
  bool good = words.size() == 1 && is_number(word) && error == std::errc();
  if (!good) fail(fmt::format("`{}` is not a number that fits here", fmt::join(words, " ")));
  return good;
}

std::string SimulateSession::prompt() const {
  return walk_.size() == 0 ? "gnomon> " : fmt::format("gnomon s{}> ", walk_.position());
}

// --- lists ----------------------------------------------------------------------------------------------------------

void SimulateSession::init(const Words& words, const std::string&) {
  Split parts = split(words);
  std::size_t number = 0;
  if (!count(parts.numbers, 0, number)) return;
  if (number == 0 && !parts.numbers.empty()) return fail("initial states are numbered from 1");
  // A number alone is one of the list that was shown last.
  if (number != 0 && parts.words.empty() && listing_.what == Listed::Initial) parts.words = listing_.filter;
  if (number == 0) {
    api::InitialPage page = walk_.initial_states(parts.words, {0, 1});
    if (failed_with(page.problem)) return;
    if (page.total > 1) {
      listing_ = {Listed::Initial, parts.words, {0, kPage}};
      return list();
    }
  }
  if (failed_with(walk_.start(parts.words, number))) return;
  show_here();
  offer();
}

void SimulateSession::actions(const Words& words, const std::string&) {
  Split parts = split(words);
  std::size_t number = 0;
  if (!count(parts.numbers, kPage, number)) return;
  listing_ = {Listed::Actions, parts.words, {0, number}};
  list();
}

void SimulateSession::more(const Words& words, const std::string&) {
  if (listing_.what == Listed::Nothing) return fail("there is no list to go on with");
  std::size_t number = 0;
  if (!count(words, listing_.page.count, number)) return;
  listing_.page.count = number;
  list();
}

void SimulateSession::list() {
  if (listing_.what == Listed::Initial) list_initial();
  if (listing_.what == Listed::Actions) list_actions();
}

void SimulateSession::list_initial() {
  api::InitialPage page = walk_.initial_states(listing_.filter, listing_.page);
  if (failed_with(page.problem)) return;
  out_.line(fmt::format("{}; `init N` begins at one", plural(std::to_string(page.total), "initial state")));
  for (std::size_t i = 0; i < page.states.size(); ++i) {
    std::string number = fmt::format("{:>4}", listing_.page.offset + i + 1);
    if (i == 0) {
      out_.line(number);
      out_.write(state_lines(page.states[i], 6));
    } else {
      out_.write(wrapped(number + "  ", difference(page.states.front(), page.states[i]), "      "));
    }
  }
  listing_.page.offset += page.states.size();
  if (page.states.size() > 1) out_.line("      (the others as far as they differ from the first that is shown)");
  if (listing_.page.offset < page.total) {
    out_.line(fmt::format("      {} more: `more`, or narrow them down: `init VARIABLE=VALUE`",
                          page.total - listing_.page.offset));
  }
}

void SimulateSession::list_actions() {
  api::JointActionPage page = walk_.joint_actions(listing_.filter, listing_.page);
  if (failed_with(page.problem)) return;
  out_.line(plural(page.total, "joint action"));
  for (const std::string& agent : page.blocked) out_.line(fmt::format("      {} has no enabled action", agent));
  for (const api::JointActionChoice& choice : page.choices) show_choice(choice);
  listing_.page.offset += page.choices.size();
  if (page.choices.size() == listing_.page.count && std::to_string(listing_.page.offset) != page.total) {
    out_.line(fmt::format("      {} of {} shown: `more`, or narrow them down: `actions AGENT=ACTION`",
                          listing_.page.offset, page.total));
  }
}

// What can be done here, without what comes of it.
void SimulateSession::offer() {
  if (!offers_) return;
  api::JointActionPage page = walk_.joint_actions({}, {0, kOffered});
  if (page.choices.empty()) return out_.line("      no joint action is enabled");
  for (const api::JointActionChoice& choice : page.choices) {
    out_.write(wrapped(fmt::format("{:>4}  ", choice.number), action_text(choice.actions), "      "));
  }
  if (std::to_string(page.choices.size()) != page.total) {
    out_.line(fmt::format("      {} of {} joint actions; `actions` lists them with what comes of them",
                          page.choices.size(), page.total));
  }
}

void SimulateSession::show_choice(const api::JointActionChoice& choice) {
  api::State here = walk_.state(walk_.position());
  out_.write(wrapped(fmt::format("{:>4}  ", choice.number), action_text(choice.actions), "      "));
  if (choice.too_many_outcomes) {
    out_.line("        too many outcomes to list");
  } else if (choice.outcome_count == 0) {
    out_.line("        leads nowhere");
  } else if (choice.outcome_count == 1) {
    out_.write(change_lines(here, choice.outcomes.front(), 8));
  } else {
    for (std::size_t i = 0; i < choice.outcomes.size(); ++i) {
      out_.write(fmt::format("        outcome {}", i + 1));
      out_.write(change_lines(here, choice.outcomes[i], 2));
    }
    if (choice.outcomes.size() < choice.outcome_count) {
      out_.line(fmt::format("        {} outcomes more", choice.outcome_count - choice.outcomes.size()));
    }
  }
}

// --- the walk -------------------------------------------------------------------------------------------------------

void SimulateSession::step(const Words& words, const std::string&) {
  Split parts = split(words);
  api::StepRequest request;
  request.actions = parts.words;
  if (request.actions.empty() && !parts.numbers.empty()) {
    request.number = parts.numbers.front();
    parts.numbers.erase(parts.numbers.begin());
  }
  if (!count(parts.numbers, 0, request.outcome)) return;
  if (request.outcome == 0 && !parts.numbers.empty()) return fail("outcomes are numbered from 1");
  api::StepResult result = walk_.step(request);
  if (failed_with(result.problem)) return;
  if (result.outcomes.empty()) {
    show_step(walk_.position());
    return offer();
  }
  std::string again = request.number.empty() ? fmt::format("{}", fmt::join(request.actions, " ")) : request.number;
  fail(fmt::format("the joint action has {} outcomes; `step {} N` chooses one", result.outcomes.size(),
                   again.empty() ? "1" : again));
  api::State here = walk_.state(walk_.position());
  for (std::size_t i = 0; i < std::min(kStepsShown, result.outcomes.size()); ++i) {
    out_.write(fmt::format("{:>4}", i + 1));
    out_.write(change_lines(here, result.outcomes[i], 2));
  }
  if (result.outcomes.size() > kStepsShown)
    out_.line(fmt::format("      {} more", result.outcomes.size() - kStepsShown));
}

void SimulateSession::random(const Words& words, const std::string&) {
  std::size_t number = 0;
  if (!count(words, 1, number)) return;
  bool started = walk_.size() != 0;
  std::size_t before = walk_.position();
  api::RandomResult result = walk_.random(number);
  if (walk_.size() == 0) return fail(result.stopped);
  if (!started) show_full(0);
  if (result.steps <= kStepsShown) {
    for (std::size_t i = before + 1; i <= before + result.steps; ++i) show_step(i);
  } else {
    out_.line(fmt::format(" |  {} steps", result.steps));
    show_here();
  }
  if (!result.stopped.empty())
    out_.line(fmt::format("stopped after {}: {}", plural(std::to_string(result.steps), "step"), result.stopped));
}

void SimulateSession::back(const Words& words, const std::string&) {
  std::size_t steps = 0;
  if (!count(words, 1, steps)) return;
  if (walk_.size() != 0 && steps > walk_.position()) return fail("the walk has no state before the initial one");
  if (!failed_with(walk_.jump(walk_.position() - std::min(steps, walk_.position())))) show_here();
}

void SimulateSession::jump(const Words& words, const std::string&) {
  std::size_t position = 0;
  if (words.empty()) return fail("to which state of the walk? `jump N`");
  if (count(words, 0, position) && !failed_with(walk_.jump(position))) show_here();
}

void SimulateSession::restart(const Words&, const std::string&) {
  api::InitialPage page = walk_.initial_states({}, {0, 1});
  if (page.problem.empty() && page.total == 1) return init({}, {});
  if (failed_with(walk_.restart())) return;
  init({}, {});
}

void SimulateSession::undo(const Words&, const std::string&) {
  if (failed_with(walk_.undo())) return;
  if (walk_.size() != 0) return show_here();
  out_.line("no initial state is chosen");
}

void SimulateSession::state(const Words&, const std::string&) {
  if (walk_.size() == 0) return fail("choose an initial state first");
  show_here();
}

void SimulateSession::show_walk(const Words& words, const std::string&) {
  std::size_t states = 0;
  if (!count(words, kStatesShown, states)) return;
  if (walk_.size() == 0) return fail("choose an initial state first");
  std::size_t first = walk_.size() - std::min(std::max<std::size_t>(states, 1), walk_.size());
  if (first > 0) out_.line(fmt::format("({} before)", plural(std::to_string(first), "state")));
  for (std::size_t i = first; i < walk_.size(); ++i) {
    std::string remark = i == walk_.position() ? "you are here" : "";
    if (i == first)
      show_full(i, remark);
    else
      show_step(i, remark);
  }
}

void SimulateSession::show_here() {
  show_full(walk_.position());
}

void SimulateSession::show_full(std::size_t index, const std::string& remark) {
  out_.write(state_title(index, walk_.propositions(index), remark));
  out_.write(state_lines(walk_.state(index)));
}

// The step that leads to the state.
void SimulateSession::show_step(std::size_t index, const std::string& remark) {
  out_.write(step_line(walk_.actions(index - 1)));
  out_.write(state_title(index, walk_.propositions(index), remark));
  out_.write(change_lines(walk_.state(index - 1), walk_.state(index)));
}

// --- questions ------------------------------------------------------------------------------------------------------

void SimulateSession::evaluate(const Words& words, const std::string& rest) {
  if (words.empty()) return fail("which formula? `eval FORMULA`");
  if (walk_.size() == 0) return fail("choose an initial state first");
  api::Evaluation result = walk_.evaluate(rest);
  if (failed_with(result.problem)) return;
  if (!result.errors.empty()) {
    out_.flush();
    for (const api::Diagnostic& error : result.errors) say(error.rendered);
    failed_ = true;
    return;
  }
  std::string numbers = result.value.empty() ? "" : fmt::format("  = {}", result.value);
  if (result.values) numbers += "  " + values_text(*result.values);
  switch (result.verdict) {
    case api::Verdict::True:
      return out_.line(fmt::format("TRUE   {}{}", result.formula, numbers));
    case api::Verdict::False:
      return out_.line(fmt::format("FALSE  {}{}", result.formula, numbers));
    case api::Verdict::Unknown:
      unknown_ = true;
      return out_.line(fmt::format("unknown: {}", result.reason));
  }
}

void SimulateSession::possible(const Words& words, const std::string&) {
  std::size_t most = 0;
  if (words.empty()) return fail("for which agent? `possible AGENT`");
  if (!count(Words(words.begin() + 1, words.end()), kPage, most)) return;
  api::PossiblePage page = walk_.possible(words.front(), most);
  if (failed_with(page.problem)) return;
  if (!page.reason.empty()) {
    unknown_ = true;
    return out_.line(fmt::format("unknown: {}", page.reason));
  }
  out_.line(fmt::format("{} considers {} possible", words.front(), plural(page.total, "state")));
  api::State here = walk_.state(walk_.position());
  for (std::size_t i = 0; i < page.states.size(); ++i) {
    std::string text = difference(here, page.states[i]);
    out_.write(wrapped(fmt::format("{:>4}  ", i + 1), text.empty() ? "this state" : text, "      "));
  }
  if (std::to_string(page.states.size()) != page.total) {
    out_.line(fmt::format("      {} of {} shown: `possible {} COUNT` shows more", page.states.size(), page.total,
                          words.front()));
  }
}

// --- files ----------------------------------------------------------------------------------------------------------

void SimulateSession::save(const Words& words, const std::string& rest) {
  if (words.empty()) return fail("to which file? `save FILE`");
  if (walk_.size() == 0) return fail("there is no walk to save");
  std::ofstream file(rest, std::ios::binary);
  file << walk_.record();
  file.close();
  if (!file) return fail(fmt::format("cannot write {}: {}", rest, std::strerror(errno)));
  out_.line(fmt::format("{} written to {}", plural(std::to_string(walk_.size() - 1), "step"), rest));
}

void SimulateSession::load(const Words& words, const std::string& rest) {
  if (words.empty() || rest == "-") return fail("from which file? `load FILE`");
  Input input = read_input(rest);
  if (failed_with(input.error) || failed_with(walk_.replay(input.text, input.name))) return;
  out_.line(fmt::format("{} replayed", plural(std::to_string(walk_.size() - 1), "step")));
  show_here();
  offer();
}

void SimulateSession::help(const Words&, const std::string&) {
  std::size_t width = 0;
  for (const Command& command : commands()) width = std::max(width, command.usage.size());
  for (const Command& command : commands())
    out_.line(fmt::format("  {:<{}}  {}", command.usage, width, command.meaning));
  out_.line("A number alone chooses what is on offer: an initial state or a joint action. Commands may be shortened.");
}

void SimulateSession::quit(const Words&, const std::string&) {
  over_ = true;
}

}  // namespace gnomon::cli

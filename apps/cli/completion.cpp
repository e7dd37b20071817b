#include "completion.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "commands.h"
#include "exit_code.h"
#include "gnomon/gnomon.h"
#include "help_topics.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

using Candidates = std::vector<Candidate>;

constexpr std::string_view kBash =
    R"(# bash completion for gnomon; put into /usr/share/bash-completion/completions/gnomon, or: source <(gnomon help completion bash)
_gnomon() {
  local line=${COMP_LINE:0:COMP_POINT} words word reply
  read -r -a words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  word=${words[${#words[@]}-1]}
  COMPREPLY=()
  while IFS= read -r reply; do
    if [[ $reply == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen -f -- "$word")
    else
      reply=${reply%%$'\t'*}
      # What stands before an equals sign is on the line already.
      [[ $word == -*=* ]] && reply=${reply#*=}
      [[ $reply == *= ]] && compopt -o nospace 2>/dev/null
      COMPREPLY+=("$reply")
    fi
  done < <(gnomon complete-words "${words[@]:1}" 2>/dev/null)
}
complete -F _gnomon gnomon
)";

constexpr std::string_view kZsh = R"(#compdef gnomon
# zsh completion for gnomon; put into a folder of $fpath as _gnomon
_gnomon() {
  local reply word
  local -a found
  for reply in "${(@f)$(gnomon complete-words "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $reply == :files ]]; then
      _files
    elif [[ -n $reply ]]; then
      word=${reply%%$'\t'*}
      found+=("${word//:/\\:}:${${reply#*$'\t'}//:/\\:}")
    fi
  done
  if (( $#found )); then _describe gnomon found; fi
}
if [[ $funcstack[1] == _gnomon ]]; then _gnomon "$@"; else compdef _gnomon gnomon; fi
)";

constexpr std::string_view kFish = R"(# fish completion for gnomon; put into ~/.config/fish/completions/gnomon.fish
function __gnomon_complete
    set -l words (commandline -opc) (commandline -ct)
    for reply in (gnomon complete-words $words[2..-1] 2>/dev/null)
        if test "$reply" = ":files"
            __fish_complete_path (commandline -ct)
        else
            echo $reply
        end
    end
end
complete -c gnomon -f -a '(__gnomon_complete)'
)";

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// Flags take a value only behind an equals sign.
bool takes_word(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

// The values that are written in braces in the help: ORDER:{force,declaration}.
std::vector<std::string> values_of(const CLI::Option& option) {
  std::string type = option.get_type_name();
  std::size_t begin = type.find('{');
  std::size_t end = type.find('}', begin == std::string::npos ? 0 : begin);
  std::vector<std::string> values;
  if (begin == std::string::npos || end == std::string::npos) return values;
  std::string inside = type.substr(begin + 1, end - begin - 1);
  for (std::size_t at = 0; at <= inside.size();) {
    std::size_t comma = std::min(inside.find(',', at), inside.size());
    values.push_back(inside.substr(at, comma - at));
    at = comma + 1;
  }
  return values;
}

const CLI::Option* find_option(const CLI::App& command, const std::string& word) {
  for (const CLI::Option* option : command.get_options()) {
    if (word.size() > 1 && word.front() == '-' && option->check_name(word)) return option;
  }
  return nullptr;
}

Candidates scenarios() {
  Candidates out;
  for (const std::string& description : api::describe_scenarios()) {
    std::string name = first_line(description);
    std::string rest = description.substr(std::min(name.size() + 1, description.size()));
    rest.erase(0, rest.find_first_not_of(' '));
    out.push_back({name, first_line(rest)});
  }
  return out;
}

// The numbers of the formulas of the model that stands on the line.
Candidates formulas(const std::vector<std::string>& words) {
  constexpr std::uintmax_t kLargest = 5'000'000;  // nobody waits for more
  for (const std::string& word : words) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(word, error) || std::filesystem::file_size(word, error) > kLargest) continue;
    Input input = read_input(word);
    if (!input.error.empty()) continue;
    api::Run run(input.name, std::move(input.text));
    if (run.has_errors()) continue;
    Candidates out;
    for (const api::FormulaResult& formula : run.formulas())
      out.push_back({std::to_string(formula.index), formula.text});
    return out;
  }
  return {};
}

Candidates values(const CLI::Option& option, const std::vector<std::string>& words) {
  if (option.check_lname("formula")) return formulas(words);
  Candidates out;
  for (const std::string& value : values_of(option)) out.push_back({value, {}});
  std::string type = option.get_type_name();
  if (out.empty() && (type == "DIR" || type == "FILE")) out.push_back({kFiles, {}});
  return out;
}

Candidates options(const CLI::App& command) {
  Candidates out;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    for (const std::string& name : option->get_lnames()) out.push_back({"--" + name, option->get_description()});
  }
  return out;
}

Candidates warnings() {
  Candidates out;
  for (const api::Warning& warning : api::warnings()) {
    out.push_back({fmt::format("-Wno-{}", warning.name), fmt::format("silence: {}", warning.meaning)});
    out.push_back({fmt::format("-Werror={}", warning.name), fmt::format("an error: {}", warning.meaning)});
  }
  return out;
}

Candidates commands(const CLI::App& program) {
  Candidates out;
  for (const CLI::App* command : commands_of(program)) {
    out.push_back({command->get_name(), command->get_description()});
  }
  return out;
}

Candidates help_words(const CLI::App& program, const std::vector<std::string>& words) {
  if (words.size() == 3 && words[1] == "completion") return {{"bash", {}}, {"zsh", {}}, {"fish", {}}};
  if (words.size() == 3 && words[1] == "man") return commands(program);
  if (words.size() > 2) return {};
  Candidates out;
  for (const HelpTopic& topic : help_topics()) out.push_back({std::string(topic.name), std::string(topic.summary)});
  out.push_back({"man", "a manual page"});
  out.push_back({"completion", "completion of words for a shell"});
  for (const Candidate& command : commands(program)) out.push_back(command);
  return out;
}

// All that may stand there, whatever the beginning.
Candidates possible(const CLI::App& program, const std::vector<std::string>& words) {
  const std::string& last = words.back();
  if (words.size() == 1) return last.starts_with("-") ? options(program) : commands(program);
  if (words.front() == "help") return help_words(program, words);
  auto all = program.get_subcommands([&](const CLI::App* one) { return one->get_name() == words.front(); });
  const CLI::App* command = all.empty() ? nullptr : all.front();
  if (command == nullptr) return {};
  if (words.front() == "mcmas") return {{kFiles, {}}};
  const CLI::Option* before = find_option(*command, words[words.size() - 2]);
  if (before != nullptr && takes_word(*before)) return values(*before, words);
  if (std::size_t equals = last.find('='); last.starts_with("--") && equals != std::string::npos) {
    const CLI::Option* option = find_option(*command, last.substr(0, equals));
    Candidates out = option == nullptr ? Candidates() : values(*option, words);
    for (Candidate& candidate : out) candidate.word = last.substr(0, equals + 1) + candidate.word;
    return out;
  }
  if (last.starts_with("-W") && find_option(*command, "-W") != nullptr) return warnings();
  if (last.starts_with("-")) return options(*command);
  if (words.front() == "gen") return words.size() == 2 ? scenarios() : Candidates();
  bool takes_file = command->get_option_no_throw("FILE") != nullptr;
  return takes_file ? Candidates{{kFiles, {}}} : Candidates();
}

}  // namespace

Candidates complete(const CLI::App& program, const std::vector<std::string>& words) {
  if (words.empty()) return {};
  Candidates all = possible(program, words);
  std::erase_if(all, [&](const Candidate& candidate) {
    return candidate.word != kFiles && !candidate.word.starts_with(words.back());
  });
  return all;
}

int run_complete(const CLI::App& program, const std::vector<std::string>& words) {
  Output out;
  for (const Candidate& candidate : complete(program, words)) {
    std::string meaning = first_line(candidate.meaning);
    out.line(meaning.empty() ? candidate.word : fmt::format("{}\t{}", candidate.word, meaning));
  }
  return out.finish(kAllTrue);
}

std::optional<std::string> completion_script(const std::string& shell) {
  if (shell == "bash") return std::string(kBash);
  if (shell == "zsh") return std::string(kZsh);
  if (shell == "fish") return std::string(kFish);
  return std::nullopt;
}

}  // namespace gnomon::cli

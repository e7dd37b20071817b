// The program: finds the command, runs it, and turns whatever happens into an exit status.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "build_text.h"
#include "cluster/helper_record.h"
#include "commands.h"
#include "completion.h"
#include "exit_code.h"
#include "gnomon/gnomon.h"
#include "guarded.h"
#include "slice_work.h"
#include "task/pool.h"
#include "task_words.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(program)) {
    names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

bool looks_like_a_model(const std::string& word) {
  std::error_code error;
  return word.ends_with(".ispl") || std::filesystem::is_regular_file(word, error);
}

int unknown_command(const CLI::App& program, const std::string& word) {
  std::string message = fmt::format("there is no command `{}`", word);
  if (looks_like_a_model(word)) {
    message += fmt::format("; did you mean `gnomon check {}`?", word);
  } else if (std::string closest = api::closest_name(word, command_names(program)); !closest.empty()) {
    message += fmt::format("; did you mean `{}`?", closest);
  } else {
    message += "; `gnomon --help` lists the commands";
  }
  complain(message);
  return kBadInput;
}

// Arguments that no option and no positional took.
std::string about_extras(const CLI::App& command) {
  std::vector<std::string> extras = command.remaining();
  auto option = std::find_if(extras.begin(), extras.end(), [](const auto& word) { return word.starts_with("-"); });
  if (option == extras.end()) {
    return fmt::format("unexpected argument `{}`", extras.empty() ? std::string() : extras.front());
  }
  std::string name = option->substr(0, option->find('='));
  std::string closest = api::closest_name(name, option_names(command));
  return fmt::format("{} has no option `{}`{}", command.get_name(), name,
                     closest.empty() ? std::string() : fmt::format("; did you mean `{}`?", closest));
}

int usage_error(const CLI::App& program, const CLI::ParseError& error) {
  std::vector<CLI::App*> chosen = program.get_subcommands();
  const CLI::App& command = chosen.empty() ? program : *chosen.front();
  bool extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  complain(extras ? about_extras(command) : std::string(error.what()));
  say(fmt::format("`gnomon {}--help` shows how to use it", chosen.empty() ? "" : command.get_name() + " "));
  return kBadInput;
}

int run(const std::vector<std::string>& arguments) {
  catch_signals();
  Output out;
  CLI::App program("Gnomon checks what agents know, and when: a symbolic model checker for multi-agent systems.");
  program.name("gnomon");
  program.set_version_flag("--version", fmt::format("gnomon {}", api::version()),
                           "print the version; with -v also commit, compiler and libraries");
  program.footer("`gnomon COMMAND --help` shows the options of a command, `gnomon help` the topics.");
  Action chosen;
  add_check_command(program, chosen);
  add_info_command(program, chosen);
  add_parse_command(program, chosen);
  add_gen_command(program, chosen);
  add_simulate_command(program, chosen);
  add_graph_command(program, chosen);
  add_automaton_command(program, chosen);
  add_elaborate_command(program, chosen);
  add_export_command(program, chosen);
  add_test_command(program, chosen);
  add_lsp_command(program, chosen);
  add_sweep_command(program, chosen);
  add_worker_command(program, chosen);
  add_cluster_command(program, chosen);
  add_serve_command(program, chosen);
  add_mcmas_command(program);
  add_help_command(program);

  if (arguments.empty()) {
    say(program.help());
    return kBadInput;
  }
  const std::string& first = arguments.front();
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (first == "mcmas") return run_mcmas(rest);
  if (first == "help") return run_help(program, rest);
  if (first == "studio-work") return run_studio_work(rest);
  if (first == task::kWorkVerb) return run_task_work();
  if (first == cluster::kSliceVerb) return run_slice_work(rest);
  if (first == "complete-words") return run_complete(program, rest);
  if (first == "--version" && rest.size() == 1 && (rest.front() == "-v" || rest.front() == "--verbose")) {
    out.write(build_text());
    return out.finish(kAllTrue);
  }
  std::vector<std::string> names = command_names(program);
  if (!first.starts_with("-") && std::find(names.begin(), names.end(), first) == names.end()) {
    return unknown_command(program, first);
  }
  try {
    program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 wants them reversed
  } catch (const CLI::CallForHelp&) {
    out.write(program.help());  // of the chosen command, if there is one
    return out.finish(kAllTrue);
  } catch (const CLI::CallForVersion&) {
    out.line(fmt::format("gnomon {}", api::version()));
    return out.finish(kAllTrue);
  } catch (const CLI::ParseError& error) {
    return usage_error(program, error);
  }
  if (!chosen) {
    say(program.help());
    return kBadInput;
  }
  return chosen();
}

}  // namespace

}  // namespace gnomon::cli

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  return gnomon::cli::guarded(arguments, [&] { return gnomon::cli::run(arguments); });
}

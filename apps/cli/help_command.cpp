// gnomon help [TOPIC].
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>

#include "commands.h"
#include "completion.h"
#include "exit_code.h"
#include "gnomon/gnomon.h"
#include "help_topics.h"
#include "man_page.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

std::string topic_list() {
  std::string text = "Topics (`gnomon help TOPIC`):\n";
  for (const HelpTopic& topic : help_topics()) text += fmt::format("  {:<12} {}\n", topic.name, topic.summary);
  return text +
         "  COMMAND      the options of a command, as `gnomon COMMAND --help`\n"
         "  man          all of this as a manual page, for man; `man COMMAND`, one command;\n"
         "               `man --output DIR`, all pages as files\n"
         "  completion   completion of words for a shell: bash, zsh or fish\n";
}

std::string warning_list() {
  std::string text;
  for (const api::Warning& warning : api::warnings()) {
    text += fmt::format("  {:<30} {}\n", warning.name, warning.meaning);
  }
  return text;
}

int write_man_pages(const CLI::App& program, const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::vector<std::pair<std::string, std::string>> pages{{"gnomon.1", man_page(program)}};
  for (const CLI::App* command : commands_of(program)) {
    pages.emplace_back(fmt::format("gnomon-{}.1", command->get_name()), man_page(program, *command));
  }
  for (const auto& [name, text] : pages) {
    std::ofstream file(folder / name, std::ios::binary);
    file << text;
    if (file.flush()) continue;
    complain(fmt::format("cannot write {}", (folder / name).string()));
    return kBadInput;
  }
  return kAllTrue;
}

// `help man`, `help man COMMAND`, `help man --output DIR`.
int show_man_page(const CLI::App& program, const std::vector<std::string>& arguments) {
  if (arguments.size() == 2 && arguments.front() == "--output") return write_man_pages(program, arguments.back());
  Output out;
  if (arguments.empty()) {
    out.write(man_page(program));
    return out.finish(kAllTrue);
  }
  for (const CLI::App* command : commands_of(program)) {
    if (arguments.size() != 1 || command->get_name() != arguments.front()) continue;
    out.write(man_page(program, *command));
    return out.finish(kAllTrue);
  }
  complain(fmt::format("`help man` takes a command or --output DIR, not `{}`", arguments.front()));
  return kBadInput;
}

int show_completion(const std::vector<std::string>& arguments) {
  std::optional<std::string> script = completion_script(arguments.size() == 1 ? arguments.front() : "");
  if (!script) {
    complain("completion for which shell? bash, zsh or fish");
    return kBadInput;
  }
  Output out;
  out.write(*script);
  return out.finish(kAllTrue);
}

}  // namespace

void add_help_command(CLI::App& program) {
  CLI::App* command = program.add_subcommand("help", "explain a topic or a command");
  command->add_option("TOPIC", "the topic; without it, a list")->type_name("");
}

int run_help(const CLI::App& program, const std::vector<std::string>& arguments) {
  Output out;
  if (arguments.empty() || arguments.front().starts_with("-")) {
    out.write(program.help() + "\n" + topic_list());
    return out.finish(kAllTrue);
  }
  const std::string& name = arguments.front();
  for (const HelpTopic& topic : help_topics()) {
    if (topic.name != name) continue;
    out.write(topic.text);
    if (name == "warnings") out.write(warning_list());
    return out.finish(kAllTrue);
  }
  if (name == "mcmas") return run_mcmas({"-h"});
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (name == "man") return show_man_page(program, rest);
  if (name == "completion") return show_completion(rest);
  std::vector<std::string> names;
  for (const HelpTopic& topic : help_topics()) names.emplace_back(topic.name);
  for (const CLI::App* command : commands_of(program)) {
    if (command->get_name() == name) {
      out.write(command->help("gnomon"));
      return out.finish(kAllTrue);
    }
    names.push_back(command->get_name());
  }
  std::string closest = api::closest_name(name, names);
  complain(fmt::format("there is no help about `{}`{}", name,
                       closest.empty() ? std::string() : fmt::format("; did you mean `{}`?", closest)));
  say(topic_list());
  return kBadInput;
}

}  // namespace gnomon::cli

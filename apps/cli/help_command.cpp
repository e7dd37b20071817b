// gnomon help [TOPIC].
#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "commands.h"
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
         "  man          all of this as a manual page, for man\n";
}

std::string warning_list() {
  std::string text;
  for (const api::Warning& warning : api::warnings()) {
    text += fmt::format("  {:<30} {}\n", warning.name, warning.meaning);
  }
  return text;
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
  if (name == "man") {
    out.write(man_page(program));
    return out.finish(kAllTrue);
  }
  std::vector<std::string> names;
  for (const HelpTopic& topic : help_topics()) names.emplace_back(topic.name);
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
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

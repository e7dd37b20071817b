#include "man_page.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <string_view>

#include "commands.h"
#include "gnomon/gnomon.h"
#include "help_topics.h"

namespace gnomon::cli {

namespace {

// Text in which nothing is a command of man(7): neither a backslash nor a point at the beginning of a line.
std::string escaped(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '`') {
      out += "\\(ga";
    } else if (c == '\'') {
      out += "\\(aq";
    } else if (c == '^') {
      out += "\\(ha";
    } else if (c == '~') {
      out += "\\(ti";
    } else {
      out += c;
    }
    line_begins = c == '\n';
  }
  return out;
}

std::string upper_case(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::toupper(c); });
  std::replace(out.begin(), out.end(), '-', ' ');
  return out;
}

// As it stands, lines and columns included.
std::string verbatim(std::string_view text) {
  return fmt::format(".nf\n{}.fi\n", escaped(text));
}

std::string option_list(const CLI::App& command) {
  CLI::Formatter formatter;
  std::string text;
  for (const CLI::Option* option : command.get_options()) {
    if (option == command.get_help_ptr() || option->get_group().empty()) continue;
    bool positional = option->get_positional();
    text += fmt::format(".TP\n.B {}{}\n{}\n", escaped(formatter.make_option_name(option, positional)),
                        escaped(formatter.make_option_opts(option)), escaped(formatter.make_option_desc(option)));
  }
  return text;
}

std::string command_section(const CLI::App& command) {
  return fmt::format(".SS {}\n{}\n{}", escaped(command.get_name()), escaped(command.get_description()),
                     option_list(command));
}

}  // namespace

std::string man_page(const CLI::App& program, const CLI::App& command) {
  const std::string& name = command.get_name();
  std::string text = fmt::format(".TH \"GNOMON\\-{}\" 1 \"\" \"gnomon {}\" \"User Commands\"\n",
                                 escaped(upper_case(name)), api::version());
  text += fmt::format(".SH NAME\ngnomon\\-{} \\- {}\n", escaped(name), escaped(command.get_description()));
  text += fmt::format(".SH SYNOPSIS\n.B gnomon {}\n[\\fIOPTIONS\\fR]", escaped(name));
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) text += fmt::format(" \\fI{}\\fR", escaped(option->get_name(true)));
  }
  text += "\n.SH OPTIONS\n" + option_list(command);
  text += fmt::format(".SH SEE ALSO\n.B {}\n(1)\n", escaped(program.get_name()));
  return text;
}

std::string man_page(const CLI::App& program) {
  std::string text = fmt::format(".TH GNOMON 1 \"\" \"gnomon {}\" \"User Commands\"\n", api::version());
  text += ".SH NAME\ngnomon \\- check what agents know, and when\n";
  text += ".SH SYNOPSIS\n.B gnomon\n.I COMMAND\n[\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]\n";
  text += fmt::format(".SH DESCRIPTION\n{}\n", escaped(program.get_description()));
  text += ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(program)) {
    text += command_section(*command);
  }
  for (const HelpTopic& topic : help_topics()) {
    // The first line of a topic is its title.
    std::string_view body = topic.text.substr(topic.text.find('\n') + 1);
    body.remove_prefix(std::min(body.find_first_not_of('\n'), body.size()));
    text += fmt::format(".SH {}\n{}", escaped(upper_case(topic.name)), verbatim(body));
  }
  return text;
}

}  // namespace gnomon::cli

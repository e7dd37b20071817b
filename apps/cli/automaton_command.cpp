// gnomon automaton: shows the automaton of a path formula.
#include <memory>
#include <string>

#include "commands.h"
#include "exit_code.h"
#include "gnomon/gnomon.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

struct AutomatonArguments {
  std::string formula;
  std::string format = "hoa";
};

int show(const AutomatonArguments& arguments) {
  catch_signals();
  Output out;
  auto format = arguments.format == "dot" ? api::AutomatonFormat::Dot : api::AutomatonFormat::Hoa;
  api::AutomatonText automaton = api::automaton(arguments.formula, format);
  for (const api::Diagnostic& error : automaton.errors) say(error.rendered);
  if (!automaton.errors.empty()) return kBadInput;
  out.write(automaton.text);
  return out.finish(kAllTrue);
}

}  // namespace

void add_automaton_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<AutomatonArguments>();
  CLI::App* command = program.add_subcommand("automaton", "show the automaton of a path formula");
  command
      ->add_option("FORMULA", arguments->formula,
                   "a formula with its prefix, for example 'LTL G (p -> F q)' or 'LDLf <p;q*>r'")
      ->required()
      ->type_name("");
  command->add_option("--format", arguments->format, "hoa (Hanoi omega-automata, version 1) or dot (Graphviz)")
      ->check(CLI::IsMember({"hoa", "dot"}))
      ->type_name("FORMAT");
  command->callback([arguments, &chosen] { chosen = [arguments] { return show(*arguments); }; });
}

}  // namespace gnomon::cli

// gnomon gen: writes a model of a scenario, or the parametric model behind it.
#include <memory>
#include <optional>

#include "commands.h"
#include "exit_code.h"
#include "gnomon/json.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

struct GenArguments {
  bool list = false;
  bool json = false;
  bool source = false;
  std::string name;
  std::vector<std::string> parameters;
  std::optional<std::string> logic;
  std::optional<int> specification;
};

int gen(const GenArguments& arguments) {
  catch_signals();
  Output out;
  if (arguments.list && arguments.json) {
    out.write(api::scenarios_to_json());
    return out.finish(kAllTrue);
  }
  if (arguments.list) {
    bool first = true;
    for (const std::string& scenario : api::describe_scenarios()) {
      if (!first) out.write("\n");
      first = false;
      out.write(scenario);
    }
    return out.finish(kAllTrue);
  }
  if (arguments.name.empty()) {
    complain("which scenario? `gnomon gen --list` shows them");
    return kBadInput;
  }
  api::GeneratedModel model =
      arguments.source ? api::scenario_source(arguments.name)
                       : api::generate(arguments.name, arguments.parameters, arguments.logic, arguments.specification);
  for (const std::string& error : model.errors) complain(error);
  if (!model.errors.empty()) return kBadInput;
  out.write(model.text);
  return out.finish(kAllTrue);
}

}  // namespace

void add_gen_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<GenArguments>();
  CLI::App* command = program.add_subcommand("gen", "write the model of a scenario, with formulas and their verdicts");
  command->add_option("NAME", arguments->name, "the scenario")->type_name("");
  CLI::Option* parameters =
      command->add_option("PARAMS", arguments->parameters, "its parameters: 10, or N=10")->type_name("");
  CLI::Option* list =
      command->add_flag("--list", arguments->list, "list the scenarios, their parameters and specifications");
  command->add_flag("--json", arguments->json, "with --list: as JSON")->needs(list);
  CLI::Option* logic =
      command->add_option("--logic", arguments->logic, "only formulas of this logic, for example CTL or 'CDL*'")
          ->type_name("LOGIC");
  CLI::Option* specification =
      command->add_option("--spec", arguments->specification, "only this specification")->type_name("N");
  command->add_flag("--source", arguments->source, "the parametric model itself, for -D and for changes of your own")
      ->excludes(parameters)
      ->excludes(logic)
      ->excludes(specification);
  command->callback([arguments, &chosen] { chosen = [arguments] { return gen(*arguments); }; });
}

}  // namespace gnomon::cli

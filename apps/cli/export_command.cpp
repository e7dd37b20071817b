// gnomon export: a model with its formulas for other tools, as AIGER or SMV.
#include <memory>
#include <unistd.h>

#include "commands.h"
#include "diagnostic_printer.h"
#include "exit_code.h"
#include "formula_choice.h"
#include "gnomon/json.h"
#include "run_arguments.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

struct ExportArguments {
  RunArguments run;
  std::vector<std::string> formulas;
  bool aiger = false;
  bool smv = false;
  bool ascii = false;
  std::string output;  // files; empty: standard output, and no map
  std::string map;

  api::ExportFormat format() const {
    return smv ? api::ExportFormat::Smv : ascii ? api::ExportFormat::AigerAscii : api::ExportFormat::Aiger;
  }
};

int write_model(const ExportArguments& arguments, const api::Run& run, const api::ExportedModel& model) {
  Output out;
  std::string problem;
  if (!arguments.map.empty()) {
    problem = write_file(arguments.map, api::to_json(model, run.file(), arguments.format()));
  }
  if (problem.empty() && !arguments.output.empty()) problem = write_file(arguments.output, model.text);
  if (!problem.empty()) {
    complain(problem);
    return kBadInput;
  }
  if (arguments.output.empty()) out.write(model.text);
  return out.finish(has_error(run) ? kBadInput : kAllTrue);
}

int export_model(const ExportArguments& arguments) {
  if (!arguments.aiger && !arguments.smv) {
    complain("export in which format? --aiger or --smv");
    return kBadInput;
  }
  if (arguments.ascii && !arguments.aiger) {
    complain("--ascii is a form of AIGER; SMV is text always");
    return kBadInput;
  }
  if (arguments.format() == api::ExportFormat::Aiger && arguments.output.empty() && isatty(STDOUT_FILENO) != 0) {
    complain("the binary form of AIGER is not for terminals; name a file with --output, or say --ascii");
    return kBadInput;
  }
  Input input = read_input(arguments.run.file, arguments.run.memory_bytes());
  if (!input.error.empty()) {
    complain(input.error);
    return input.status;
  }
  ProgressLine progress(ProgressMode::Never);
  DiagnosticPrinter printer(progress, arguments.run.quiet, wants_color(arguments.run.color, Stream::Messages));
  api::Run run(input.name, std::move(input.text), arguments.run.options(progress));
  printer.print(run);
  if (run.has_errors()) {
    if (!run.stopped().empty()) complain(run.stopped());
    return run.stopped().empty() ? kBadInput : kUnknown;
  }
  std::vector<std::size_t> selected;
  std::vector<std::string> complaints;
  const std::size_t in_file = run.formulas().size();
  if (!choose_formulas(run, in_file, arguments.formulas, selected, complaints)) {
    for (const std::string& complaint : complaints) complain(complaint);
    printer.print(run);
    return kBadInput;
  }
  for (std::size_t i = 1; i <= in_file && arguments.formulas.empty(); ++i) selected.push_back(i);
  const api::ExportedModel model = run.export_model(selected, arguments.format());
  printer.print(run);
  if (!model.stopped.empty()) {
    complain(model.stopped);
    return kUnknown;
  }
  if (model.text.empty()) return kBadInput;
  return write_model(arguments, run, model);
}

}  // namespace

void add_export_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* command = program.add_subcommand("export", "write the model for other provers, as AIGER or SMV");
  arguments->run.add_file(*command);
  CLI::Option* aiger = command->add_flag(
      "--aiger", arguments->aiger, "AIGER 1.9: invariants as bad states, formulas about paths as justice properties");
  command->add_flag("--smv", arguments->smv, "SMV: formulas as INVARSPEC, CTLSPEC and LTLSPEC")->excludes(aiger);
  command->add_flag("--ascii", arguments->ascii, "with --aiger: the form in ASCII instead of the binary one");
  command->add_option("--output", arguments->output, "write to this file instead of standard output")
      ->type_name("FILE");
  command
      ->add_option("--map", arguments->map,
                   "write to this file, as JSON, what the formulas and the variables of the model have become")
      ->type_name("FILE");
  add_formula_choice(*command, arguments->formulas);
  arguments->run.add_limits(*command, "give up after so many seconds");
  arguments->run.add_warnings(*command);
  command->callback([arguments, &chosen] { chosen = [arguments] { return export_model(*arguments); }; });
}

}  // namespace gnomon::cli

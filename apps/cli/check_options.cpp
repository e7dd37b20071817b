// The command line of `gnomon check`: its options, and several models in one call.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>

#include "check_arguments.h"
#include "cluster_arguments.h"
#include "commands.h"
#include "exit_code.h"
#include "formula_choice.h"
#include "gnomon/json.h"
#include "parameter_ranges.h"
#include "task_words.h"
#include "terminal.h"

namespace gnomon::cli {

const std::map<std::string, api::PathEngine>& path_engines() {
  static const std::map<std::string, api::PathEngine> engines{
      {"auto", api::PathEngine::Automatic},   {"fixpoint", api::PathEngine::Fixpoint},
      {"nfa", api::PathEngine::Nfa},          {"explicit", api::PathEngine::Explicit},
      {"tableau", api::PathEngine::Tableau},  {"symbolic", api::PathEngine::Symbolic},
      {"counters", api::PathEngine::Counters}};
  return engines;
}

namespace {

// What does not go together with --resume; empty if everything does.
std::string resume_problem(const CheckArguments& arguments) {
  const bool checkpoints = !arguments.checkpoint.empty() || arguments.checkpoint_every;
  if (checkpoints && (arguments.resume.empty() || !arguments.run.cuts())) {
    return "--checkpoint and --checkpoint-every are about slices that can go on later; they need --slices and --resume";
  }
  if (arguments.resume.empty()) return "";
  if (arguments.cluster.url.empty() && !arguments.run.cuts()) {
    return "--resume keeps results that come from a cluster, or answers of slices; it needs --cluster or --slices";
  }
  if (!arguments.run.cuts()) return "";
  if (arguments.files.size() > 1) return "--resume with --slices is about one model";
  if (arguments.properties == "-")
    return "--resume with --slices reads the formulas of --properties twice; name a file";
  return "";
}

// What names files of this machine, or would write some, cannot be done elsewhere.
bool can_travel(const CheckArguments& arguments) {
  if (arguments.cluster.url.empty()) return true;
  // Slices work elsewhere, and the check itself is made here.
  if (arguments.run.cuts()) return cluster_is_usable(arguments.cluster);
  const char* option = !arguments.witness.output.empty()   ? "--output"
                       : !arguments.save_reachable.empty() ? "--save-reachable"
                       : !arguments.load_reachable.empty() ? "--load-reachable"
                       : !arguments.certificate.empty()    ? "--certificate"
                                                           : nullptr;
  if (option != nullptr)
    complain(fmt::format("{} is about files of this machine; it does not go with --cluster", option));
  return option == nullptr && cluster_is_usable(arguments.cluster);
}

// What does not go together with the engines of a portfolio; empty if everything does.
std::string portfolio_problem(const CheckArguments& arguments) {
  if (!arguments.run.portfolio()) return arguments.compare_engines ? "--compare-engines needs --engine=portfolio" : "";
  if (arguments.bounded.given()) return "--engine=portfolio includes bounded checking; leave --bounded out";
  if (arguments.formula_timeout) return "--engine=portfolio has no --formula-timeout; use --timeout";
  if (arguments.vacuity) return "--vacuity needs one engine, not --engine=portfolio";
  if (!arguments.load_reachable.empty()) return "--load-reachable needs one engine, not --engine=portfolio";
  return "";
}

// What is wrong with options that do not go together; empty if nothing is.
std::string contradiction_in(const CheckArguments& arguments) {
  if (arguments.run.only_proves() && arguments.bounded.given()) return "--engine=ic3 and --bounded exclude each other";
  if (!arguments.run.only_proves() && !arguments.certificate.empty()) return "--certificate needs --engine=ic3";
  if (arguments.run.cuts() && (arguments.run.chosen_engine() != "diagrams" || arguments.bounded.given())) {
    return "--slices cuts the diagrams of all states; it goes with --engine=diagrams and without --bounded";
  }
  if (arguments.run.confirm && !arguments.run.cuts()) return "--confirm is about slices; it needs --slices";
  if (std::string problem = resume_problem(arguments); !problem.empty()) return problem;
  return portfolio_problem(arguments);
}

// One model after the other; their witnesses go to folders of their own.
int check_several(const CheckArguments& arguments) {
  if (const std::string problem = contradiction_in(arguments); !problem.empty()) {
    complain(problem);
    return kBadInput;
  }
  if (!can_travel(arguments)) return kBadInput;
  if (arguments.files.size() == 1) {
    CheckArguments one = arguments;
    one.run.file = arguments.files.front();
    return check(one);
  }
  if (!arguments.save_reachable.empty() || !arguments.load_reachable.empty() || !arguments.certificate.empty()) {
    complain("--save-reachable, --load-reachable and --certificate are about one model");
    return kBadInput;
  }
  int status = kAllTrue;
  std::vector<std::string> documents;
  std::map<std::string, int> folders;
  for (const std::string& file : arguments.files) {
    CheckArguments one = arguments;
    one.run.file = file;
    if (!one.witness.output.empty()) {
      const std::string stem = file == "-" ? "stdin" : std::filesystem::path(file).stem().string();
      const int count = ++folders[stem];
      const std::string name = count == 1 ? stem : fmt::format("{}_{}", stem, count);
      one.witness.output = (std::filesystem::path(arguments.witness.output) / name).string();
    }
    status = worse_status(status, check(one, &documents.emplace_back()));
  }
  Output out;
  if (arguments.run.json) out.write(api::together_to_json(documents));
  return out.finish(status);
}

}  // namespace

void add_formula_options(CLI::App& command, CheckArguments& arguments) {
  add_formula_choice(command, arguments.formulas);
  command.add_flag("--finite-traces", arguments.finite_traces, "LDL and CDL* formulas are about finite traces");
  command
      .add_option("--finite-tests", arguments.finite_tests,
                  "on finite traces, tests see the trace (finite) or the path beyond its end (infinite)")
      ->check(CLI::IsMember({"finite", "infinite"}))
      ->type_name("READING");
  std::vector<std::string> engines;
  for (const auto& [name, engine] : path_engines()) engines.push_back(name);
  command
      .add_option("--path-engine", arguments.path_engine,
                  "how A and E over path formulas are evaluated; a forced method gives way where it does not apply")
      ->check(CLI::IsMember(engines))
      ->type_name("ENGINE");
  command
      .add_option("--strategies", arguments.strategies,
                  "strategic operators: members choose by the whole state (full) or by what they see (uniform)")
      ->check(CLI::IsMember({"full", "uniform"}))
      ->type_name("KIND");
  command
      .add_option("--knowledge", arguments.knowledge,
                  "knowledge in formulas without @...: by what is seen now, with a clock, or with perfect recall")
      ->check(CLI::IsMember({"observational", "clock", "recall"}))
      ->type_name("SEMANTICS");
  command
      .add_option("--initial-information", arguments.initial_information,
                  "with clock or recall, agents first consider initial states (own) or all reachable ones (all)")
      ->check(CLI::IsMember({"own", "all"}))
      ->type_name("STATES");
}

void add_plain_check_options(CLI::App& command, CheckArguments& arguments) {
  add_formula_options(command, arguments);
  add_step_ranges(command, arguments.step_ranges);
  command.add_flag("--expect", arguments.expect,
                   "exit with 1 if a verdict differs from the one that is stated (`expect`), not if it is false");
  command.add_flag("--vacuity", arguments.vacuity,
                   "warn of parts of true formulas that can be replaced by true or false");
  command.add_flag("--explain", arguments.explain,
                   "say below each verdict how its path quantifiers were evaluated, with sizes of automata");
  command.add_flag("--check-deadlock", arguments.check_deadlock,
                   "count deadlocks and show the nearest one, with a path to it");
  command.add_flag("--check-overflow", arguments.check_overflow,
                   "count states with an assignment outside its range and show the nearest one, with a path to it");
  command
      .add_flag(
          "--witness{text}", arguments.witness.format,
          "show why each formula is true or false: as text, json, dot (Graphviz), svg (drawn by Graphviz) or html "
          "(a page for the browser); all but text have standard output for themselves")
      ->check(CLI::IsMember({"text", "json", "dot", "svg", "html"}))
      ->type_name("FORMAT");
  command.add_flag("--full", arguments.witness.full, "witnesses with every state in full");
  command
      .add_option("--depth", arguments.witness.depth,
                  "how many paths, look-alikes and strategies below one another a witness shows")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  CLI::Option* formula_timeout =
      command
          .add_option("--formula-timeout", arguments.formula_timeout, "go on to the next formula after so many seconds")
          ->check(seconds_problem)
          ->type_name("SECONDS");
  arguments.bounded.add(command);
  command.get_option("--bounded")->excludes(formula_timeout);
  arguments.run.add_work(command, RunArguments::Work::Formulas);
  command.add_flag("--exit-zero", arguments.exit_zero, "exit with 0 instead of 1 if a formula is false");
  arguments.run.add_warnings(command);
}

void add_check_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command = program.add_subcommand("check", "build the model and check its formulas");
  command->add_option("FILE", arguments->files, "the models, in ISPL; - reads standard input")
      ->required()
      ->type_name("");
  arguments->run.add_parameters(*command);
  add_plain_check_options(*command, *arguments);
  command
      ->add_option("--properties", arguments->properties,
                   "check the formulas of this file, written as in the section Formulae")
      ->type_name("FILE");
  command->add_option("--output", arguments->witness.output, "write witnesses to files witness_N in this folder")
      ->type_name("DIR");
  command->add_flag("--compare-engines", arguments->compare_engines,
                    "with --engine=portfolio: let all engines decide all formulas, and compare");
  command
      ->add_option("--save-reachable", arguments->save_reachable,
                   "write the reachable states to this file, for later runs with other formulas")
      ->type_name("FILE");
  command
      ->add_option("--load-reachable", arguments->load_reachable,
                   "take the reachable states from this file instead of looking for them")
      ->type_name("FILE");
  command
      ->add_option("--certificate", arguments->certificate,
                   "write what proves the true formulas to this file, with --engine=ic3; see `gnomon help engines`")
      ->type_name("FILE");
  add_cluster_options(*command, arguments->cluster, false);
  command
      ->add_option("--resume", arguments->resume,
                   "with --cluster or --slices: keep results in this file as they come, and take those that it has: a "
                   "check that was stopped goes on")
      ->type_name("FILE");
  command
      ->add_option("--checkpoint", arguments->checkpoint,
                   "with --slices and --resume: keep copies of what slices have in this folder (FILE.states)")
      ->type_name("DIR");
  command
      ->add_option("--checkpoint-every", arguments->checkpoint_every,
                   "with --slices and --resume: so many seconds or more between two copies (10)")
      ->check(seconds_problem)
      ->type_name("SECONDS");
  command->callback([arguments, command, &chosen] {
    std::vector<std::string> here = cluster_option_names();
    here.insert(here.end(), {"--resume", "--checkpoint", "--checkpoint-every"});
    arguments->words = task_words(*command, here);
    chosen = [arguments] { return check_several(*arguments); };
  });
}

}  // namespace gnomon::cli

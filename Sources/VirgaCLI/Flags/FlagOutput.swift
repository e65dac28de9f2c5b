import VirgaFlags
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaWorkbench

/// Prints flags for the subcommands of `flags`.
struct FlagOutput {
  private let flags: SessionFlags

  init(_ flags: SessionFlags) { self.flags = flags }

  /// Prints the flags with `ids` as `virga flags list` does.
  func print(_ ids: [String], isJSON: Bool) {
    Output.table(FlagTable.table, of: flags.resolved(ids), isJSON: isJSON)
  }

  /// Prints what a flag is, the result of each check in a sentence, and its stored choices.
  func explain(_ flag: FlagDefinition) {
    guard let answer = flags[flag.id] else { return }
    Output.line("\(flag.id)  \(flag.kind.rawValue)  \(answer.state.word)")
    if !flag.description.isEmpty { Output.line(flag.description) }
    if let reading = flag.reading {
      Output.line("reads \(reading.paths.map(\.description).joined(separator: " and "))")
    }
    // The check that combines the other two comes first; without checks, it is the only answer.
    let checks: [FlagCheck] =
      flag.checksCanDiffer ? FlagCheck.allCases.reversed() : [.buildAndUser]
    for check in checks {
      Output.line(answer.sentence(for: check, of: flag, in: flags.environment))
    }
    for note in answer.noteSentences(of: flag, in: flags.environment) {
      Output.line("note: \(note)")
    }
    // Hidden flags are those under development, which only debug builds show.
    if answer.state == .hidden {
      Output.line("note: --debug-build shows it as a debug build does")
    }
    printChoices(for: flag, answer)
    if let configured = flags.configuredFlag(of: flag), configured.isTest {
      printVariations(configured)
    }
  }

  /// Prints the app settings, the preference and the debug override that the flag can have, each
  /// with its stored value or `unset`.
  private func printChoices(for flag: FlagDefinition, _ answer: FlagAnswer) {
    for key in flag.appSettings(in: flags.manifest) {
      Output.line("app setting \(key.name)  \(flags.session[key]?.compact ?? "unset")")
    }
    if let key = flag.preferenceKey {
      Output.line("preference \(key)  \(answer.preference?.word ?? "unset")")
    }
    if let key = flag.debugKey { Output.line("debug \(key)  \(answer.debug?.word ?? "unset")") }
  }

  /// Prints the weight of each variation of a test, and the draw that chooses one.
  private func printVariations(_ test: ConfiguredFlag) {
    let choices = flags.session.choices(of: test)
    // Weights of the session replace those in the configuration; invalid ones are not in effect.
    let weights = VariationWeights(
      choices.weights ?? test.weights.written, count: test.variations.count)
    for (variation, weight) in zip(test.variations, weights.inEffect) {
      Output.line("variation \(variation.written)  weight \(FlagNumber.text(weight))")
    }
    if let draw = choices.draw { Output.line("draw \(FlagNumber.text(draw))") }
  }
}

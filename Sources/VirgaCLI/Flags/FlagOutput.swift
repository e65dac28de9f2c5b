import VirgaFlags
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaWorkbench

struct FlagOutput {
  private let flags: SessionFlags

  init(_ flags: SessionFlags) { self.flags = flags }

  /// Prints the flags with `ids` as `virga flags list` does.
  func print(_ ids: [String], isJSON: Bool) {
    Output.table(FlagTable.table, of: flags.resolved(ids), isJSON: isJSON)
  }

  func explain(_ row: FlagDefinition) {
    guard let answer = flags[row.id] else { return }
    Output.line("\(row.id)  \(row.kind.rawValue)  \(answer.state.word)")
    if !row.description.isEmpty { Output.line(row.description) }
    if let reading = row.reading {
      Output.line("reads \(reading.paths.map(\.description).joined(separator: " and "))")
    }
    for check in FlagCheck.allCases.reversed() {
      Output.line(answer.sentence(for: check, of: row, in: flags.environment))
    }
    for note in answer.noteSentences(of: row, in: flags.environment) {
      Output.line("note: \(note)")
    }
    for key in row.appSettings(in: flags.manifest) {
      Output.line("app setting \(key.name)  \(flags.session[key]?.compact ?? "unset")")
    }
    if let key = row.preferenceKey {
      Output.line("preference \(key)  \(answer.preference?.word ?? "unset")")
    }
    if let key = row.debugKey { Output.line("debug \(key)  \(answer.debug?.word ?? "unset")") }
    guard let flag = flags.configured(row), flag.isTest else { return }
    let kept = flags.session.choices(of: flag)
    let weights = VariationWeights(
      kept.weights ?? flag.weights.written, count: flag.variations.count)
    for (variation, weight) in zip(flag.variations, weights.inEffect) {
      Output.line("variation \(variation)  weight \(FlagNumber.text(weight))")
    }
    if let draw = kept.draw { Output.line("draw \(FlagNumber.text(draw))") }
  }
}

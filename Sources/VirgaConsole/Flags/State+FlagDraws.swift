import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

// Draws and weights of tests, and locks of unlock flags.
extension State {
  /// Describes where a typed draw would land, or the current draw.
  func drawArguments(_ typed: String) -> [(argument: String, detail: String)] {
    let tests = flags.subjects.compactMap { flags.flags?.configured($0) }.filter(\.isTest)
    let kept = tests.first.flatMap { session.kept(of: $0).draw }
    guard !tests.isEmpty, let draw = typed.isEmpty ? kept : Double(typed) else { return [] }
    let landings = tests.map { landing(of: typed.isEmpty ? session.kept(of: $0).draw ?? draw : draw, in: $0) }
    return [(typed.isEmpty ? FlagNumber.text(draw) : typed, landings.joined(separator: "; "))]
  }

  private func weights(of flag: ConfiguredFlag) -> VariationWeights {
    session.kept(of: flag).weights.map { VariationWeights($0, count: flag.variations.count) } ?? flag.weights
  }

  private func landing(of draw: Double, in flag: ConfiguredFlag) -> String {
    let weights = weights(of: flag)
    guard let index = weights.index(of: draw), flag.variations.indices.contains(index) else {
      return "a draw is a number from 0 to 100"
    }
    let range = weights.ranges[index]
    let bounds = "\(FlagNumber.text(range.lowerBound))–\(FlagNumber.text(range.upperBound))"
    return "\(flag.name) lands on \(flag.variations[index].rawValue), \(bounds)"
  }

  mutating func lockFlag(_ argument: String) -> Outcome {
    guard let row = flags.firstSubject, let flag = flags.flags?.configured(row) else { return [] }
    let isUnlocked = session[.lock, row.storedName]?.booleanValue ?? flag.unlocked ?? false
    guard ["", "locked", "unlocked"].contains(argument) else {
      return .refused(.unknown("lock state", argument, among: ["locked", "unlocked"]))
    }
    let unlocks = argument.isEmpty ? !isUnlocked : argument == "unlocked"
    return change(unlocks ? .unlock : .lock)
  }

  mutating func setWeights(_ argument: String) -> Outcome {
    let parts = argument.split(separator: ",").map { Double($0.trimmingBlanks) }
    let weights = parts.compactMap(\.self)
    guard !weights.isEmpty, weights.count == parts.count else {
      let row = flags.selectedRow
      let flag = row.flatMap { flags.flags?.configured($0) }
      let kept = flag.map { session.kept(of: $0).weights ?? $0.weights.inEffect } ?? []
      return ask(
        "weights", argument, .weightsExpected(not: argument),
        proposal: kept.map(FlagNumber.text).joined(separator: ","))
    }
    return change(.setWeights(weights))
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var rest = drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}

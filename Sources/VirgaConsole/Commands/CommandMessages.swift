import VirgaCanvas
import VirgaSource

/// What commands say on every screen.
extension StatusMessage {
  static func takesNoArgument(_ command: String, _ argument: String) -> Self {
    refusal("\(command) takes no argument, not \(argument)")
  }

  /// A name that is missing or unknown, with a similar one or a few existing ones.
  static func unknown(_ kind: String, _ name: String, among names: [String] = []) -> Self {
    let longest = 120
    let shown = DisplayText(name).truncatedInside(to: longest).plain
    let start = name.isEmpty ? "name a \(kind)" : "unknown \(kind) \(shown)"
    if let hint = NearNames.hint(for: name, among: names) { return refusal("\(start); \(hint)") }
    return refusal(names.isEmpty || names.count > 12 ? start : "\(start); there are \(names.joined(separator: ", "))")
  }
}

import VirgaFiles
import VirgaSource

extension StatusMessage {
  static let noFlags = refusal("there are no flags")
  static let noFlagSelected = refusal("no flag is selected")
  static let noHeading = refusal("the flag is not under a heading")
  static func nothingOverridden(for flag: String) -> Self { refusal("nothing is overridden for \(flag)") }
  static func noOtherLayer(_ flag: String) -> Self { refusal("\(flag) has no other layer") }
  static func readsNoFeature(_ flag: String) -> Self { refusal("\(flag) reads no feature") }

  static let noConfiguredFlagSelected = refusal("no flag of a configuration is selected")
  static let flagNotOnlyCached = refusal("a file has this flag and would restore it at once")
  static let noWebConfigurations = refusal("there are no web configurations")

  static let flagChangeExpected = refusal("write flag set ID VALUE, flag clear ID or flag drop ID")
  static func drawExpected(not argument: String) -> Self {
    refusal("a draw is a number from 0 to 100, not \(argument)")
  }
  static func weightsExpected(not argument: String) -> Self {
    refusal("weights are numbers with commas between them, not \(argument)")
  }

  static func testOverrides(_ flags: [(id: String, isOn: Bool?)]) -> Self {
    let named = flags.prefix(3).map { "\($0.id) \(word($0.isOn))" }
    let more = flags.count > named.count ? " and \(flags.count - named.count) more" : ""
    return info("test override, never stored: \(named.joined(separator: ", "))\(more)")
  }
  static func testOverrideOfAll(_ isOn: Bool?) -> Self { info("test override of all flags: \(word(isOn))") }
  private static func word(_ isOn: Bool?) -> String { isOn.map { $0 ? "on" : "off" } ?? "none" }

  /// Nil if all are listed.
  static func lists(_ selection: FlagList.Selection, matching filter: String, clear: String, all: String) -> Self? {
    let matching = filter.isEmpty ? "" : " that match \(filter)"
    guard let words = selection.words else {
      return filter.isEmpty ? nil : position("all flags\(matching); \(clear) clears the filter")
    }
    let isOverridden = selection == .overridden
    let way = "\(isOverridden ? all : clear) lists all"
    if filter.isEmpty { return position("only flags that \(words); \(way)") }
    let next = isOverridden ? way : "then lists all"
    return position("only flags\(matching) and \(words); \(clear) clears the filter, \(next)")
  }

  /// - Parameter key: The key that lists the problems.
  static func flagsUnreadable(_ errors: [Problem], list key: String) -> Self {
    let location = errors.first?.location.map { "\(FilePath.name(of: $0.file)):\($0.range.start): " } ?? ""
    let more = errors.count > 1 ? "; \(key) lists all \(errors.count) errors" : ""
    return failure("not all flags could be read: \(location)\(errors.first?.message ?? "")\(more)")
  }
}

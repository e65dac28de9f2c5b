import ArgumentParser
import VirgaManifest
import VirgaRuntime
import VirgaSource

/// The report of `validate`, in the same order as the real tool's.
///
/// Rule: VirgaManifest/ValidationReports.
struct ManifestReport {
  private enum Sign: String {
    case done = "✅"
    case note = "ℹ️"
    case warning = "⚠️"
    case error = "❎"

    var color: Int {
      switch self {
      case .done: 32
      case .note, .warning: 33
      case .error: 31
      }
    }
  }

  private let stream: Output.Stream
  private let isColored: Bool

  /// `machine` determines the colors.
  init(_ machine: Machine, on stream: Output.Stream = .answer) {
    let environment = machine.environment
    self.stream = stream
    isColored = stream.isTerminal && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
  }

  /// Returns the number of channels with errors.
  func write(_ manifest: Manifest) throws -> Int {
    write(.note, ["Loaded modules:"] + manifest.files.map { "- \($0.shownName)" } + [""])
    writeWarnings(of: manifest)
    guard !manifest.channels.isEmpty else {
      write(
        .done,
        "The manifest can be included in others; to be imported or used by an app it needs `channels`"
      )
      return try manifestErrors(manifest) ? 1 : 0
    }
    if try manifestErrors(manifest) {
      writeVerdicts(of: manifest.channels.filter { hasErrors(manifest, $0) }, in: manifest)
      return manifest.channels.count
    }
    writeMetadata(of: manifest)
    write(.note, "Validating manifest for different channels:")
    return writeVerdicts(of: manifest.channels, in: manifest)
  }

  /// Writes a line for each channel and the channel's errors; returns how many channels are
  /// invalid.
  @discardableResult
  private func writeVerdicts(of channels: [String], in manifest: Manifest) -> Int {
    let names = channels.map(\.inOneLine)
    let width = Self.verdictColumn(after: names)
    var failures = 0
    for (channel, name) in zip(channels, names) {
      let dots = String(repeating: ".", count: width - name.unicodeScalars.count)
      if !isValid(manifest, channel, title: name + dots) { failures += 1 }
    }
    return failures
  }

  /// The real tool treats most of them as errors.
  private func writeWarnings(of manifest: Manifest) {
    let warnings = manifest.problems.filter { $0.severity == .warning }
    for warning in warnings { line(warning.rendered()) }
    if !warnings.isEmpty { line("") }
  }

  /// Returns whether there are any.
  private func manifestErrors(_ manifest: Manifest) throws -> Bool {
    let errors = manifest.problems.filter { $0.severity == .error }
    guard !errors.isEmpty else { return false }
    write(.error, "The manifest is invalid:")
    for error in errors { line(error.rendered()) }
    return true
  }

  private func writeMetadata(of manifest: Manifest) {
    let missing = manifest.features.map { ($0.id, Self.missingMetadata(of: $0)) }.filter {
      !$0.1.isEmpty
    }
    guard !missing.isEmpty else { return write(.done, ["All features have owners", ""]) }
    let lines = missing.map {
      line(.warning, ["Feature '\($0)'"], "missing \($1.joined(separator: ", "))")
    }
    stream.write(lines.joined())
    line("A feature should have at least:")
    line("  - meta-bug: the URL of the ticket that tracks it")
    line("  - documentation: names and URLs of documents about it,")
    line("      for users or testers")
    line("  - contacts: email addresses of the people responsible")
    let words = missing.count == 1 ? "feature lacks" : "features lack"
    write(.warning, ["\(missing.count) \(words) metadata", ""])
  }

  private static func missingMetadata(of feature: FeatureDefinition) -> [String] {
    var missing: [String] = []
    if feature.metadata.metaBug == nil { missing.append("'meta-bug'") }
    if feature.metadata.documentation.isEmpty { missing.append("'documentation'") }
    if feature.metadata.contacts.isEmpty { missing.append("'contacts'") }
    return missing
  }

  /// The real tool pads names with dots to 20 characters, and lets longer names touch the verdict.
  private static func verdictColumn(after names: [String]) -> Int {
    let longest = names.map(\.unicodeScalars.count).max() ?? 0
    return longest < 20 ? 20 : longest + 3
  }

  private func isValid(_ manifest: Manifest, _ channel: String, title: String) -> Bool {
    let errors = manifest.problems(in: channel).filter { $0.severity == .error }
    write(errors.isEmpty ? .done : .error, title + (errors.isEmpty ? "valid" : "invalid"))
    for error in errors { line(error.rendered()) }
    return errors.isEmpty
  }

  private func hasErrors(_ manifest: Manifest, _ channel: String) -> Bool {
    manifest.problems(in: channel).contains { $0.severity == .error }
  }

  private func write(_ sign: Sign, _ title: String) { write(sign, [title]) }

  private func write(_ sign: Sign, _ title: [String]) { stream.write(line(sign, title)) }

  /// A title of one or more lines.
  private func line(_ sign: Sign, _ title: [String], _ detail: String? = nil) -> String {
    let safe = title.map { Output.safe($0) }.joined(separator: "\n")
    let shown = isColored ? "\u{1B}[\(sign.color)m\(safe)\u{1B}[0m" : safe
    return "\(sign.rawValue) \(shown)\(detail.map { ": " + Output.safe($0) } ?? "")\n"
  }

  private func line(_ text: String) { stream.write(Output.safe(text) + "\n") }
}

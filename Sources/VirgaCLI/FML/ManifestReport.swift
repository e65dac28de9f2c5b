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

    /// The number of the color in escape sequences: green, yellow or red.
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

  /// A report on `stream`, in colors if that is a terminal and the environment allows them.
  init(_ machine: Machine, on stream: Output.Stream = .answer) {
    let environment = machine.environment
    self.stream = stream
    isColored = stream.isTerminal && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
  }

  /// Writes the report; returns the number of channels with errors.
  ///
  /// An error that belongs to no channel counts for all of them; a manifest without channels counts
  /// as one.
  func write(_ manifest: Manifest) throws -> Int {
    // The empty last line separates this from what follows.
    write(.note, ["Loaded modules:"] + manifest.files.map { "- \($0.shownName)" } + [""])
    writeWarnings(of: manifest)
    guard !manifest.channels.isEmpty else {
      write(
        .done,
        "The manifest can be included in others; to be imported or used by an app it needs `channels`"
      )
      return writeManifestErrors(of: manifest) ? 1 : 0
    }
    let isInvalid = writeManifestErrors(of: manifest)
    if isInvalid {
      // No channel is valid then, so only those with errors of their own get a line.
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
    let verdictColumn = Self.verdictColumn(after: names)
    var invalidCount = 0
    for (channel, name) in zip(channels, names) {
      let dots = String(repeating: ".", count: verdictColumn - name.unicodeScalars.count)
      let isValid = writeVerdict(on: channel, in: manifest, title: name + dots)
      if !isValid { invalidCount += 1 }
    }
    return invalidCount
  }

  /// Writes the manifest's warnings, most of which the real tool treats as errors.
  private func writeWarnings(of manifest: Manifest) {
    let warnings = manifest.problems.filter { $0.severity == .warning }
    for warning in warnings { line(warning.rendered()) }
    if !warnings.isEmpty { line("") }
  }

  /// Writes the errors that belong to no channel; returns whether there are any.
  private func writeManifestErrors(of manifest: Manifest) -> Bool {
    let errors = manifestProblems(of: manifest).filter { $0.severity == .error }
    guard !errors.isEmpty else { return false }
    write(.error, "The manifest is invalid:")
    for error in errors { line(error.rendered()) }
    return true
  }

  /// The problems that belong to no channel.
  ///
  /// A file that can only be included declares no channels, so that all its problems are taken,
  /// except those that an including file can fix.
  private func manifestProblems(of manifest: Manifest) -> [Problem] {
    guard manifest.canOnlyBeIncluded else { return manifest.problems }
    let all = manifest.problems(inAll: manifest.checkedChannels)
    return manifest.withoutProblemsFixedByIncluding(all)
  }

  /// Writes which features lack metadata, and what they should have.
  private func writeMetadata(of manifest: Manifest) {
    var lines: [String] = []
    for feature in manifest.features {
      let missing = Self.missingMetadata(of: feature)
      guard !missing.isEmpty else { continue }
      let detail = "missing \(missing.joined(separator: ", "))"
      lines.append(line(.warning, ["Feature '\(feature.id)'"], detail))
    }
    guard !lines.isEmpty else {
      // The empty second line separates this from what follows.
      return write(.done, ["All features have owners", ""])
    }
    stream.write(lines.joined())
    line("A feature should have at least:")
    line("  - meta-bug: the URL of the ticket that tracks it")
    line("  - documentation: names and URLs of documents about it,")
    line("      for users or testers")
    line("  - contacts: email addresses of the people responsible")
    let words = lines.count == 1 ? "feature lacks" : "features lack"
    write(.warning, ["\(lines.count) \(words) metadata", ""])
  }

  /// The keys of metadata that a feature lacks, in quotation marks.
  private static func missingMetadata(of feature: FeatureDefinition) -> [String] {
    var missing: [String] = []
    if feature.metadata.metaBug == nil { missing.append("'meta-bug'") }
    if feature.metadata.documentation.isEmpty { missing.append("'documentation'") }
    if feature.metadata.contacts.isEmpty { missing.append("'contacts'") }
    return missing
  }

  /// The column of `valid` or `invalid`, as in `nightly.............valid`.
  ///
  /// The real tool pads names with dots to 20 characters, and lets longer names touch the verdict;
  /// here at least one dot, and three after the longest of long names, separate them.
  private static func verdictColumn(after names: [String]) -> Int {
    let longest = names.map(\.unicodeScalars.count).max() ?? 0
    return longest < usualVerdictColumn ? usualVerdictColumn : longest + dotsAfterLongName
  }

  /// The column of the real tool, unless names are longer.
  private static let usualVerdictColumn = 20
  /// The dots after the longest name, if it reaches ``usualVerdictColumn``.
  private static let dotsAfterLongName = 3

  /// Writes the verdict on a channel, and its errors; returns whether there are none.
  private func writeVerdict(on channel: String, in manifest: Manifest, title: String) -> Bool {
    let errors = manifest.problems(in: channel).filter { $0.severity == .error }
    write(errors.isEmpty ? .done : .error, title + (errors.isEmpty ? "valid" : "invalid"))
    for error in errors { line(error.rendered()) }
    return errors.isEmpty
  }

  /// Whether the manifest's values have errors in a channel.
  private func hasErrors(_ manifest: Manifest, _ channel: String) -> Bool {
    manifest.problems(in: channel).contains { $0.severity == .error }
  }

  /// Writes a sign and a title of one line.
  private func write(_ sign: Sign, _ title: String) { write(sign, [title]) }

  /// Writes a sign and a title of several lines.
  private func write(_ sign: Sign, _ title: [String]) { stream.write(line(sign, title)) }

  /// A sign and a colored title of one or more lines, with `: DETAIL` after it if there is one.
  private func line(_ sign: Sign, _ title: [String], _ detail: String? = nil) -> String {
    let safeTitle = title.map { Output.safe($0) }.joined(separator: "\n")
    let color = "\u{1B}[\(sign.color)m"
    let endOfColor = "\u{1B}[0m"
    let shownTitle = isColored ? color + safeTitle + endOfColor : safeTitle
    let shownDetail = detail.map { ": " + Output.safe($0) } ?? ""
    return "\(sign.rawValue) \(shownTitle)\(shownDetail)\n"
  }

  /// Writes a line without a sign; control characters in it are made visible.
  private func line(_ text: String) { stream.write(Output.safe(text) + "\n") }
}

import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaWorkbench

extension State {
  mutating func showReading(_ text: String?) {
    files.reading = text.map { DisplayText($0) }
    if text != nil { files.isUnread = false }
  }

  /// Keeps what was read before, and says how to read again.
  mutating func dropReading() -> Outcome {
    files.reading = nil
    files.isUnread = workspace.manifest == nil && currentProblems.isEmpty
    return .says(files.isUnread ? .nothingRead(read: reloadKey) : .readingCanceled(read: reloadKey))
  }

  private var reloadKey: String {
    let keys = CommandTable.command(named: "reload").flatMap { options.keys.keys(of: $0).first }
    return keys?.map(\.description).joined(separator: " ") ?? "reload"
  }

  /// The text of an empty panel while there is no manifest.
  var noManifestText: DisplayText {
    if workspace.manifest == nil, !currentProblems.isEmpty { return "nothing could be read" }
    return files.isUnread ? StatusMessage.nothingRead(read: reloadKey).text : "reading …"
  }

  /// The text of an empty list of features or values.
  var wordsWithoutFeatures: DisplayText {
    guard options.isFlagsOnly else { return "the manifest has no features" }
    let flags = keyName(of: Screen.flags.rawValue)
    return DisplayText("\(options.manifestName) has flags only; \(flags) shows them")
  }

  /// Shows a manifest that was read; keeps the last one if that is unusable.
  mutating func show(_ manifest: Manifest?, problems: [Problem]) -> Outcome {
    let isFirst = workspace.manifest == nil
    let hasGoodState = workspace.manifest?.isComplete == true
    guard let manifest, manifest.isComplete || !hasGoodState else {
      workspace.keep(because: problems)
      return .says(isFirst ? .cannotRead : .broken)
    }
    let wasBroken = workspace.isStale || (!isFirst && !hasGoodState)
    workspace.show(manifest, problems: problems)
    readLayers()
    self.problems.wereVisited = false
    endMessage()
    if !isFirst { say(wasBroken ? .goodAgain : .reloaded) }
    settleChannel(isFirst: isFirst)
    listFeatures()
    if !manifest.isComplete {
      say(.unreadFiles(manifest.files.filter { $0.source == nil }.map(\.shownName) + Self.broken(problems)))
    }
    if let wanted = start.feature {
      start.feature = nil
      let asked = screen
      defer { show(asked) }
      return FeatureCommands.select(&self, wanted)
    }
    return []
  }

  /// The files that are not YAML, by the names that problems use.
  private static func broken(_ problems: [Problem]) -> [String] {
    problems.filter { $0.code == "malformed-yaml" || $0.code == "not-a-manifest" }.compactMap(\.location?.file)
  }

  mutating func record(_ problems: [Name?: [Problem]]) {
    let isFirst = workspace.isFirst && !workspace.isChecked
    workspace.record(problems)
    findProblems()
    if isFirst, let manifest = workspace.manifest { messages.append(beginning(with: manifest), at: input.now) }
  }

  /// The first message: what was read, its problems, and that changes are harmless.
  private func beginning(with manifest: Manifest) -> StatusMessage {
    let read = StatusMessage.read(
      manifest.files.first?.shownName ?? manifest.name, files: manifest.files.count,
      features: workspace.features.count, problems: Problem.Severity.allCases.map { ($0, count($0)) })
    return options.isReadOnly ? read : read.then(safety)
  }

  private mutating func settleChannel(isFirst: Bool) {
    let channels = workspace.channels
    if let wanted = channel, !channels.containsName(wanted) {
      if isFirst { say(.unknown("channel", wanted, among: channels)) }
      start.channel = nil
      channel = nil
    }
    channel = channel ?? session.channel(in: workspace.manifest)
  }
}

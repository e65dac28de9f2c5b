import VirgaCanvas
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource

/// The details of the feature or value under the cursor.
enum DetailPanel {
  static let view = TextView(
    panel: .details, scroll: \State.features.details, title: title, subject: subject,
    text: lines)

  @Sendable private static func title(of state: State) -> DisplayText {
    if state.focus == .problems { return "About the problem" }
    if state.features.selectedOrphan != nil { return "About the edit" }
    if isAboutFeature(state) { return "About the feature" }
    return DisplayText(state.table.selectedRow?.pathText ?? Panel.details.title)
  }

  @Sendable private static func subject(of state: State) -> String {
    if state.focus == .problems { return "problem \(state.problems.list.selected?.id ?? 0)" }
    let feature = state.selectedFeature?.id ?? state.features.selectedOrphan ?? ""
    return isAboutFeature(state) ? feature : "\(feature)/\(state.table.selectedRow?.pathText ?? "")"
  }

  static func isAboutFeature(_ state: State) -> Bool {
    state.focus == .features || state.table.selectedRow == nil
      || (state.focus == .details && state.features.isAboutFeature)
  }

  private static func editKeyHint(_ state: State) -> String? {
    guard !state.hasText, !state.options.isReadOnly, let command = CommandTable.command(named: "edit-config"),
      let keys = state.options.keys.keys(of: command).first
    else { return nil }
    return "none; \(keys.map(\.description).joined(separator: " ")) writes one, with completions and its merged result"
  }

  @Sendable private static func lines(of state: State, columns: Int) -> [StyledLine] {
    if state.focus == .problems { return problemLines(state, columns: columns) }
    if let id = state.features.selectedOrphan { return orphanLines(id, state, columns: columns) }
    guard let manifest = state.workspace.manifest, let feature = state.selectedFeature else { return [] }
    if isAboutFeature(state) {
      return featureLines(feature, in: manifest, state, columns: columns)
    }
    guard let row = state.table.selectedRow else { return [] }
    return ValueDetails(state: state, row: row, feature: feature, manifest: manifest, columns: columns).lines()
  }

  private static func orphanLines(_ id: String, _ state: State, columns: Int) -> [StyledLine] {
    let key = EntryKey(.edit, id)
    return Prose.lines(of: state.findings.orphans[key] ?? "", columns: columns).map { StyledLine($0, .warning) }
      + DisplayText.lines(state.session[key]?.pretty() ?? "").map { StyledLine($0) }
  }

  /// Shown in full, as the list may cut it.
  private static func problemLines(_ state: State, columns: Int) -> [StyledLine] {
    guard let problem = state.problems.selected else { return [] }
    var lines = Prose.lines(of: problem.message, columns: columns).map { StyledLine($0) }
    if let hint = problem.hint { lines += Prose.lines(of: hint, columns: columns).map { StyledLine($0, .changed) } }
    lines.append(StyledLine(.empty))
    let locations = [problem.location.map { "\($0)" } ?? "", problem.path].filter { !$0.isEmpty }
    lines += locations.flatMap { DisplayText($0).wrapped(to: columns) }.map { StyledLine($0, .dim) }
    lines.append(StyledLine(DisplayText("\(problem.severity.rawValue) \(problem.code)"), .dim))
    return lines
  }

  private static func featureLines(
    _ feature: FeatureDefinition, in manifest: Manifest, _ state: State, columns: Int
  ) -> [StyledLine] {
    let metadata = feature.metadata
    var facts: [(DisplayText, String?)] = [("edit", editKeyHint(state))]
    if manifest.modules.indices.contains(feature.module), feature.module > 0 {
      let module = manifest.modules[feature.module]
      facts.append(
        ("imported", FilePath.name(of: module.path) + (module.importChannel.map { ", channel \($0)" } ?? "")))
    }
    let contacts = metadata.contacts.joined(separator: ", ")
    facts += [("contacts", contacts.isEmpty ? nil : contacts), ("meta bug", metadata.metaBug)]
    facts += metadata.documentation.map { ("read", "\($0.name) \($0.url)") }
    facts += metadata.events.map { ("events", $0) }
    facts.append(("configurator", metadata.configurator))
    facts.append(("co-enrolling", feature.allowsCoenrollment ? "several experiments may use it at once" : nil))
    facts += feature.examples.map { ("example", $0.name) }
    facts.append(("written in", feature.location.written(from: state.manifestFolder)))
    return facts.flatMap { Prose.fact($0, $1, indent: 14, columns: columns) } + [StyledLine(.empty)]
      + Prose.lines(of: feature.description, columns: columns).map { StyledLine($0) }
  }
}

extension SourceLocation {
  func written(from folder: String) -> String { "\(FilePath.written(file, from: folder)):\(range.start)" }
}

extension State {
  /// The folder of the manifest; for the embedded demo, the one that its file names are relative to.
  var manifestFolder: String { FilePath.folder(of: options.manifestPath) }
}

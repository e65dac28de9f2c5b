import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

// What is copied on the Features screen.
extension FeaturesScreen {
  /// Copies a part of the selected problem, of several marked features or values, or else of the
  /// selected value or its feature; the focus decides which.
  func copy(_ part: CopyPart, in model: Model) -> CopyResult {
    if model.focus == .problems { return copyProblem(part, in: model) }
    // In the list, these are marks of features, elsewhere of values.
    let hasSeveralMarks = MovingCommands.markCount(in: model) > 1
    if model.focus == .features {
      guard hasSeveralMarks else { return copySelectedFeature(part, in: model) }
      let markedIDs = features(model.shared)
      return Self.copyFeatures(markedIDs, part, in: model)
    }
    guard let merged = values.merged else { return .nothing(.noFeatureSelected) }
    let rows = hasSeveralMarks ? markedValues : selectedRows
    switch part {
    // Only several marked values have JSON of their own; else it is that of the feature.
    case .json where !hasSeveralMarks: return Self.copyJSON(of: merged)
    // Without a value, the command is about the feature.
    case .command where rows.isEmpty: return Self.copyCommand(merged, in: model)
    case .value, .id, .json, .command:
      return Self.copyValues(rows, of: merged.feature.id, part, in: model)
    }
  }

  /// Copies a part of the selected feature while the list has the focus; its `value` is the
  /// selected value.
  private func copySelectedFeature(_ part: CopyPart, in model: Model) -> CopyResult {
    guard let merged = values.merged else { return .nothing(.noFeatureSelected) }
    let id = merged.feature.id
    switch part {
    case .value: return Self.copyValues(selectedRows, of: id, part, in: model)
    case .id: return .text("the id \(id)") { id }
    case .json: return Self.copyJSON(of: merged)
    case .command: return Self.copyCommand(merged, in: model)
    }
  }

  /// The row under the cursor of the values; empty without one.
  private var selectedRows: [ValueRow] { values.selectedRow.map { [$0] } ?? [] }

  /// Copies all values of a feature as JSON.
  private static func copyJSON(of merged: MergedFeature) -> CopyResult {
    .text("the values of \(merged.feature.id)") { JSONValue.object(merged.json).pretty() }
  }

  /// Where the selected problem or value is written; nil if that is not known.
  func location(_ shared: Shared) -> SourceLocation? {
    shared.focus == .problems ? problems.selected?.location : values.selectedRow?.location
  }

  /// Copies a part of several features: an object of their values by id, their ids, or the command
  /// that prints them.
  private static func copyFeatures(_ ids: [String], _ part: CopyPart, in model: Model) -> CopyResult
  {
    switch part {
    // The value of a feature is an object, so it is copied as JSON anyway.
    case .value, .json:
      return .text("the values of \(ids.count) features") {
        var configs = JSONObject()
        for id in ids { configs[id] = config(of: id, in: model) }
        return JSONValue.object(configs).pretty()
      }
    case .id: return .text("\(ids.count) ids") { ids.joined(separator: "\n") }
    case .command:
      return copyCommandPrinting(ids, calling: "the values of \(ids.count) features", in: model)
    }
  }

  /// The values of a feature as apps read them, with this session's layers over the defaults; nil
  /// if the manifest does not have the feature.
  private static func config(of id: String, in model: Model) -> JSONValue? {
    guard let manifest = model.workspace.manifest, let feature = manifest.feature(id) else {
      return nil
    }
    let merged = manifest.reading(of: feature, channel: model.channel, under: model.layers[id])
    return .object(merged.json)
  }

  /// Copies a part of one or several values of a feature; several are copied one a line, or as an
  /// object of values by path.
  ///
  /// - Parameter rows: The marked values without array items, which an edit cannot set, or else the
  ///   selected value; empty if there is none.
  private static func copyValues(
    _ rows: [ValueRow], of id: String, _ part: CopyPart, in model: Model
  ) -> CopyResult {
    guard let first = rows.first else { return .nothing(.noValueSelected) }
    let isOne = rows.count == 1
    switch part {
    case .value where isOne:
      return .text("the value of \(first.pathText)") { first.value.copiedText }
    // `json` is only copied if several values are marked: it is an object even if only one of them
    // is in `rows`, because the others are array items.
    case .value, .json: return copyValuesByPath(rows)
    case .id:
      return .text(isOne ? "the path \(first.pathText)" : "\(rows.count) paths") {
        rows.map(\.pathText).joined(separator: "\n")
      }
    case .command: return copyCommandsSetting(rows, of: id, in: model)
    }
  }

  /// Copies values of a feature as one object by path, such as `{"style.color": "red"}`.
  private static func copyValuesByPath(_ rows: [ValueRow]) -> CopyResult {
    .text("\(rows.count.pluralizing("value")) as JSON") {
      let valuesByPath = rows.map { row in (row.pathText, row.value) }
      return JSONValue.object(JSONObject(valuesByPath)).pretty()
    }
  }

  /// Copies the shell commands that set values of a feature, one a line.
  private static func copyCommandsSetting(
    _ rows: [ValueRow], of id: String, in model: Model
  ) -> CopyResult {
    let what =
      rows.count == 1
      ? "the command that sets \(rows[0].pathText)" : "the commands that set \(rows.count) values"
    return .text(what) {
      rows.map { commandSetting($0, of: id, in: model) }.joined(separator: "\n")
    }
  }

  /// The shell command that sets a value of a feature; after `--`, a value that starts with `-` is
  /// not read as an option.
  private static func commandSetting(
    _ row: ValueRow, of id: String, in model: Model
  ) -> String {
    model.options.sessionCommand(["config", "set"], ["--", id, row.pathText, row.value.compact])
  }

  /// Copies the command that prints the values of a feature.
  ///
  /// The embedded demo has no file to print from: its command sets the feature's config instead.
  private static func copyCommand(_ merged: MergedFeature, in model: Model) -> CopyResult {
    if model.options.manifestPath.isEmpty { return copyCommandSettingConfig(merged, in: model) }
    let id = merged.feature.id
    return copyCommandPrinting([id], calling: "the values of \(id)", in: model)
  }

  /// Copies the command that prints the values of features as this session has them.
  ///
  /// - Parameter values: What the command prints, in the words of the message.
  private static func copyCommandPrinting(
    _ ids: [String], calling values: String, in model: Model
  ) -> CopyResult {
    // Without overrides and recipes, the values are those of the manifest alone.
    let sessionMatters = model.session.overrideCount > 0 || model.session.count(of: .recipe) > 0
    let sessionFile = model.options.sessionFile
    let leavesOutSession = sessionMatters && sessionFile.isEmpty
    let note = leavesOutSession ? ", without this session, which is not saved in a file" : ""
    let namesSession = sessionMatters && !sessionFile.isEmpty
    let sessionArguments = namesSession ? ["--session", sessionFile] : []
    return model.options.copyManifestCommand(
      "values", ids.flatMap { ["--feature", $0] } + sessionArguments, channel: model.channel,
      what: "the command that prints \(values)\(note)")
  }

  /// Copies the command that sets all values of a feature, as in
  /// `virga config set --session FILE -- ID CONFIG`.
  private static func copyCommandSettingConfig(
    _ merged: MergedFeature, in model: Model
  ) -> CopyResult {
    let id = merged.feature.id
    return .text("the command that sets the config of \(id)") {
      // After `--`, no id is read as an option.
      model.options.sessionCommand(
        ["config", "set"], ["--", id, JSONValue.object(merged.json).compact])
    }
  }

  /// Copies the selected problem, its code, or the command that lists all problems; for JSON, says
  /// to copy that command, which prints JSON.
  private func copyProblem(_ part: CopyPart, in model: Model) -> CopyResult {
    guard let problem = problems.selected else {
      return .nothing(.noProblemSelected)
    }
    switch part {
    case .value: return .text("the problem") { problem.rendered() }
    case .id: return .text("the code \(problem.code)") { "\(problem.code)" }
    case .json: return .nothing(.copyCommandForJSON)
    case .command:
      return model.options.copyManifestCommand(
        "validate", ["--format", "json"], channel: model.channel,
        what: "the command that lists the problems")
    }
  }
}

extension Model.Options {
  /// The folder of the manifest; for the embedded demo, the one that its file names are relative
  /// to.
  var manifestFolder: String { FilePath.folder(of: manifestPath) }

  /// Copies a command on the manifest's file, as in `virga validate FILE --format json`; refuses to
  /// for the embedded demo, which has no file.
  ///
  /// - Parameters:
  ///   - name: The name of the command, `validate` in this example.
  ///   - arguments: What follows the file.
  ///   - channel: The channel that the command is about; nil for a command without `--channel`.
  ///   - what: What is copied, in the words of the message.
  func copyManifestCommand(
    _ name: String, _ arguments: [String], channel: String? = nil, what: String
  ) -> CopyResult {
    guard !manifestPath.isEmpty else { return .nothing(.demoIsNotAFile) }
    let channelArguments = channel.map { ["--channel", $0] } ?? []
    let words = ["virga", name, manifestPath] + arguments + channelArguments
    return .text(what) { words.map(ShellWord.quotedVisibly).joined(separator: " ") }
  }

  /// A command on this session, as in `virga config set --session FILE -- ID PATH VALUE`.
  func sessionCommand(_ command: [String], _ arguments: [String]) -> String {
    let words = ["virga"] + command + sessionArguments + arguments
    return words.map(ShellWord.quotedVisibly).joined(separator: " ")
  }
}

extension JSONValue {
  /// A string without quotes; any other value as JSON on one line.
  var copiedText: String { stringValue ?? compact }
}

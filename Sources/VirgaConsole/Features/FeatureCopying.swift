import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

// What is copied on the Features screen.
extension FeaturesScreen {
  /// A part of what has the focus: the selected problem, the marked features, or the marked values,
  /// else the selected value or its feature.
  func copy(_ part: CopyPart, in model: Model) -> CopyResult {
    if model.focus == .problems { return copyProblem(part, in: model) }
    let isSeveral = MovingCommands.markCount(in: model) > 1
    if isSeveral, model.focus == .features {
      return Self.copyFeatures(features(model.shared), part, in: model)
    }
    guard let merged = values.current else { return .nothing(.noFeatureSelected) }
    if part == .id, model.focus == .features {
      return .text("the id \(merged.feature.id)") { merged.feature.id }
    }
    let rows =
      isSeveral ? selectedValues(model.shared) : values.selectedRow.map { [$0] } ?? []
    if part == .json, !isSeveral {
      return .text("the values of \(merged.feature.id)") { JSONValue.object(merged.json).pretty() }
    }
    if part == .command, rows.isEmpty || model.focus == .features {
      return Self.copyCommand(merged, in: model)
    }
    return Self.copyValues(rows, of: merged.feature.id, part, in: model)
  }

  /// Where the selected problem or value is written; nil if that is not known.
  func location(_ shared: Shared) -> SourceLocation? {
    shared.focus == .problems ? problems.selected?.location : values.selectedRow?.location
  }

  /// A part of several features: an object of their values by id, their ids, or the command that
  /// prints them.
  private static func copyFeatures(_ ids: [String], _ part: CopyPart, in model: Model) -> CopyResult
  {
    switch part {
    case .value, .json:
      return .text("the values of \(ids.count) features") {
        let configs = ids.compactMap { id -> (String, JSONValue)? in
          guard let manifest = model.workspace.manifest, let feature = manifest.feature(id) else {
            return nil
          }
          let merged = manifest.reading(
            of: feature, channel: model.channel, under: model.layers[id])
          return (id, .object(merged.json))
        }
        return JSONValue.object(JSONObject(configs)).pretty()
      }
    case .id: return .text("\(ids.count) ids") { ids.joined(separator: "\n") }
    case .command:
      return model.options.manifestCommand(
        "compare",
        ids.flatMap { ["--feature", $0] } + ["--all", "--channels", model.channel ?? ""],
        "the command that prints \(ids.count) features")
    }
  }

  /// A part of one or several values of a feature; several are copied one a line, or as an object
  /// of values by path.
  private static func copyValues(
    _ rows: [ValueRow], of id: String, _ part: CopyPart, in model: Model
  ) -> CopyResult {
    guard let first = rows.first else { return .nothing(.noValueSelected) }
    let isOne = rows.count == 1
    func lines(
      _ nameOfOne: String, _ nameOfSeveral: String, _ line: @escaping (ValueRow) -> String
    ) -> CopyResult {
      .text(isOne ? nameOfOne : nameOfSeveral) { rows.map(line).joined(separator: "\n") }
    }
    switch part {
    case .value where isOne: return .text("the value of \(first.pathText)") { first.value.copied }
    case .value, .json:
      return .text("\(rows.count) values as JSON") {
        JSONValue.object(JSONObject(rows.map { ($0.pathText, $0.value) })).pretty()
      }
    case .id: return lines("the path \(first.pathText)", "\(rows.count) paths") { $0.pathText }
    case .command:
      return lines(
        "the command that sets \(first.pathText)", "the commands that set \(rows.count) values"
      ) {
        model.options.sessionCommand(["config", "set"], ["--", id, $0.pathText, $0.value.compact])
      }
    }
  }

  /// The command that prints the values of a feature as this session has them.
  ///
  /// The embedded demo has no file to print from: its command sets the feature's config instead.
  private static func copyCommand(_ merged: MergedFeature, in model: Model) -> CopyResult {
    let (id, file) = (merged.feature.id, model.options.sessionFile)
    if model.options.manifestPath.isEmpty {
      return .text("the command that sets the config of \(id)") {
        model.options.sessionCommand(
          ["config", "set"], ["--", id, JSONValue.object(merged.json).compact])
      }
    }
    let sessionMatters = model.session.overrideCount > 0 || model.session.count(of: .recipe) > 0
    var arguments = ["--feature", id]
    var note = ""
    if sessionMatters {
      if file.isEmpty {
        note = ", without this session, which is not saved in a file"
      } else {
        arguments += ["--session", file]
      }
    }
    return model.options.manifestCommand(
      "values", arguments, channel: model.channel,
      "the command that prints the values of \(id)\(note)")
  }

  /// A part of the selected problem; asked for JSON, it says how to copy the command that prints
  /// it.
  private func copyProblem(_ part: CopyPart, in model: Model) -> CopyResult {
    guard let problem = problems.selected else {
      return .nothing(.noProblemSelected)
    }
    switch part {
    case .value: return .text("the problem") { problem.rendered() }
    case .id: return .text("the code \(problem.code)") { "\(problem.code)" }
    case .json: return .nothing(.copyCommandForJSON)
    case .command:
      return model.options.manifestCommand(
        "validate", ["--format", "json"], channel: model.channel,
        "the command that lists the problems")
    }
  }
}

extension Model.Options {
  /// The folder of the manifest; for the embedded demo, the one that its file names are relative
  /// to.
  var manifestFolder: String { FilePath.folder(of: manifestPath) }

  /// A command on the manifest's file, as in `virga validate FILE --format json`.
  ///
  /// - Parameter what: What is copied, in the words of the message.
  func manifestCommand(
    _ name: String, _ arguments: [String], channel: String? = nil, _ what: String
  ) -> CopyResult {
    guard !manifestPath.isEmpty else { return .nothing(.demoIsNotAFile) }
    let words =
      ["virga", name, manifestPath] + arguments + (channel.map { ["--channel", $0] } ?? [])
    return .text(what) { words.map(ShellWord.readable).joined(separator: " ") }
  }

  /// A command on this session, as in `virga config set --session FILE -- ID PATH VALUE`.
  func sessionCommand(_ command: [String], _ arguments: [String]) -> String {
    (["virga"] + command + sessionArguments + arguments).map(ShellWord.readable).joined(
      separator: " ")
  }
}

extension JSONValue {
  /// A string without quotes; any other value as JSON on one line.
  var copied: String { stringValue ?? compact }
}

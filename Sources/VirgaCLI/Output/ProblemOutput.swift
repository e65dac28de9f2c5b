import VirgaJSON
import VirgaManifest
import VirgaSource

extension Problem {
  /// The problem as an object; `file`, `line` and `column` only if it has a location.
  var json: JSONValue {
    var object = JSONObject()
    object["severity"] = .string(severity.rawValue)
    object["code"] = .string(code.description)
    object["path"] = .string(path)
    object["message"] = .string(message)
    if let location {
      object["file"] = .string(location.file)
      object["line"] = .integer(Int64(location.range.start.line))
      object["column"] = .integer(Int64(location.range.start.column))
    }
    if let hint { object["hint"] = .string(hint) }
    return .object(object)
  }
}

extension ChannelProblem {
  /// The problem as an object, with `channels` unless it occurs in all of them.
  var json: JSONValue {
    let occursInAll = channels.isEmpty
    guard case .object(var object) = problem.json, !occursInAll else { return problem.json }
    object["channels"] = .array(channels.map(JSONValue.string))
    return .object(object)
  }
}

/// Lists of problems as they are printed.
enum ProblemOutput {
  /// `2 errors, 1 warning`, or `no problems`.
  static func summary(_ problems: [Problem]) -> String {
    summary(problems.map { ChannelProblem($0) })
  }

  /// The same, naming channels: `1 error in nightly, 2 warnings`.
  static func summary(_ problems: [ChannelProblem]) -> String {
    let counts = ProblemCount.all(of: problems, in: nil).map(\.words)
    return counts.isEmpty ? "no problems" : counts.joined(separator: ", ")
  }
}

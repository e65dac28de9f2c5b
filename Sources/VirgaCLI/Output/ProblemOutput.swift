import VirgaJSON
import VirgaManifest
import VirgaSource

extension Problem {
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

enum ProblemOutput {
  /// `2 errors, 1 warning`, or `no problems`.
  static func summary(_ problems: [Problem]) -> String {
    let counts = Problem.Severity.allCases.compactMap { severity -> String? in
      let count = problems.count { $0.severity == severity }
      guard count > 0 else { return nil }
      return count.pluralizing(severity.rawValue)
    }
    return counts.isEmpty ? "no problems" : counts.joined(separator: ", ")
  }

  /// The problems without duplicates, in order; those that differ only in hints count as duplicates.
  ///
  /// A warning is omitted if the same value is an error in another channel.
  static func distinct(_ problems: [Problem]) -> [Problem] {
    var seen: Set<Problem> = []
    let errors = Set(problems.lazy.filter { $0.severity == .error && $0.location != nil }.map(ProblemKey.init))
    return problems.filter { problem in
      if problem.severity != .error, errors.contains(ProblemKey(problem)) { return false }
      var plain = problem
      plain.hint = nil
      return seen.insert(plain).inserted
    }
  }
}

extension Manifest {
  /// Its problems, those in `channels` and `others`, in file order and without duplicates.
  func problems(inAll channels: [String?], and others: [Problem] = []) -> [Problem] {
    ProblemOutput.distinct((problems + channels.flatMap { problems(in: $0) } + others).inFileOrder(files))
  }
}

private struct ProblemKey: Hashable {
  let code: Problem.Code
  let location: SourceLocation?

  init(_ problem: Problem) {
    code = problem.code
    location = problem.location
  }
}

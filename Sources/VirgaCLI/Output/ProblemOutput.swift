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

extension ChannelProblem {
  /// The problem; `channels` is left out if it occurs in all of them.
  var json: JSONValue {
    guard case .object(var object) = problem.json, !channels.isEmpty else { return problem.json }
    object["channels"] = .array(channels.map(JSONValue.string))
    return .object(object)
  }
}

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

  /// The problems without duplicates, in order; those that differ only in hints count as
  /// duplicates.
  ///
  /// A warning is omitted if the same value is an error in another channel.
  static func distinct(_ problems: [Problem]) -> [Problem] {
    var seen: Set<Problem> = []
    let errors = Set(
      problems.lazy.filter { $0.severity == .error && $0.location != nil }.map(ProblemKey.init))
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
    channelProblems(inAll: channels, and: others).map(\.problem)
  }

  /// The same, each with those of `channels` in which it occurs.
  func channelProblems(inAll channels: [String?], and others: [Problem] = []) -> [ChannelProblem] {
    let found = channels.map { ($0, problems(in: $0)) }
    let merged = ChannelProblem.merged(found).map { ($0.problem.with(hint: nil), $0.channels) }
    let known = Dictionary(merged) { first, _ in first }
    let all = (problems + found.flatMap(\.1) + others).inFileOrder(files)
    return ProblemOutput.distinct(all).map {
      ChannelProblem($0, in: known[$0.with(hint: nil)] ?? [])
    }
  }
}

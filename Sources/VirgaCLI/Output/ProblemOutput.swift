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

  /// The problems without duplicates, in order; those that differ only in hints count as
  /// duplicates.
  ///
  /// A warning is omitted if the same value is an error in another channel.
  static func distinct(_ problems: [Problem]) -> [Problem] {
    let locatedErrors = problems.lazy.filter { $0.severity == .error && $0.location != nil }
    let keysOfErrors = Set(locatedErrors.map(ProblemKey.init))
    var seen: Set<Problem> = []
    return problems.filter { problem in
      let isErrorElsewhere =
        problem.severity != .error && keysOfErrors.contains(ProblemKey(problem))
      if isErrorElsewhere { return false }
      return seen.insert(problem.with(hint: nil)).inserted
    }
  }
}

extension Manifest {
  /// Its problems, those in `channels` and `others`, in file order and without duplicates.
  func problems(inAll channels: [String?], and others: [Problem] = []) -> [Problem] {
    channelProblems(inAll: channels, and: others).map(\.problem)
  }

  /// The problems as ``problems(inAll:and:)`` has them, each with those of `channels` in which it
  /// occurs.
  ///
  /// A problem that occurs in all of them, or that belongs to no channel, has no channels.
  func channelProblems(inAll channels: [String?], and others: [Problem] = []) -> [ChannelProblem] {
    let problemsByChannel = channels.map { ($0, problems(in: $0)) }
    // Channels of the same problem can have different hints, so hints do not count.
    let merged = ChannelProblem.merged(problemsByChannel).map {
      ($0.problem.with(hint: nil), $0.channels)
    }
    let channelsOfProblem = Dictionary(merged) { first, _ in first }
    let inChannels = problemsByChannel.flatMap { _, problems in problems }
    let all = problems + inChannels + others
    return ProblemOutput.distinct(all.inFileOrder(files)).map {
      ChannelProblem($0, in: channelsOfProblem[$0.with(hint: nil)] ?? [])
    }
  }
}

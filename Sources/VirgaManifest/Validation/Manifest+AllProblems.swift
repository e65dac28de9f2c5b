package import VirgaSource

extension Manifest {
  /// Its problems, those in `channels` and `others`, in file order and without duplicates.
  package func problems(inAll channels: [String?], and others: [Problem] = []) -> [Problem] {
    channelProblems(inAll: channels, and: others).map(\.problem)
  }

  /// All problems of the manifest and `others`, each with those of `channels` in which it occurs.
  ///
  /// A problem that occurs in all of them, or that does not depend on the channel, has no channels.
  package func channelProblems(
    inAll channels: [String?], and others: [Problem] = []
  ) -> [ChannelProblem] {
    channelProblems(of: channels.map { ($0, problems(in: $0)) }, and: others)
  }

  /// The same as ``channelProblems(inAll:and:)`` for callers that have already found the problems
  /// of each channel.
  package func channelProblems(
    of problemsByChannel: [(channel: String?, problems: [Problem])], and others: [Problem]
  ) -> [ChannelProblem] {
    // Channels of the same problem can have different hints, so hints do not count.
    let merged = ChannelProblem.merged(problemsByChannel).map {
      ($0.problem.with(hint: nil), $0.channels)
    }
    let channelsOfProblem = Dictionary(merged) { first, _ in first }
    let inChannels = problemsByChannel.flatMap { _, problems in problems }
    let all = problems + inChannels + others
    return all.inFileOrder(files).distinct.map {
      ChannelProblem($0, in: channelsOfProblem[$0.with(hint: nil)] ?? [])
    }
  }
}

extension [Problem] {
  /// The problems without duplicates, in order; those that differ only in hints count as
  /// duplicates.
  ///
  /// A warning is omitted if the same value is an error in another channel.
  package var distinct: [Problem] {
    let locatedErrors = lazy.filter { $0.severity == .error && $0.location != nil }
    let keysOfErrors = Set(locatedErrors.map(ProblemKey.init))
    var seen: Set<Problem> = []
    return filter { problem in
      let isErrorElsewhere =
        problem.severity != .error && keysOfErrors.contains(ProblemKey(problem))
      if isErrorElsewhere { return false }
      return seen.insert(problem.with(hint: nil)).inserted
    }
  }
}

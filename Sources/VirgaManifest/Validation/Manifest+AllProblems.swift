package import VirgaSource

extension Manifest {
  /// The manifest's problems, those in `channels` and `others`, in file order and without
  /// duplicates.
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

  /// All problems of the manifest, those of each channel and `others`, in file order, each with the
  /// channels in which it occurs.
  ///
  /// A problem that occurs in all of them, or that does not depend on the channel, has no channels.
  ///
  /// - Parameter others: Problems that the caller found without regard to a channel, such as those
  ///   of the app's resources.
  package func channelProblems(
    of problemsByChannel: [(channel: String?, problems: [Problem])], and others: [Problem]
  ) -> [ChannelProblem] {
    let merged = ChannelProblem.merged(problemsByChannel)
    // Without hints, because the same problem can have another one in each channel. `merged` has
    // only one of the problems that differ in nothing else, so no key occurs twice.
    let problemsWithChannels = merged.map { found in
      (found.problem.with(hint: nil), found.channels)
    }
    let channelsByProblem = Dictionary(uniqueKeysWithValues: problemsWithChannels)
    // `problems` are those found on loading, in no particular channel.
    let problemsInChannels = problemsByChannel.flatMap { _, problems in problems }
    let all = problems + problemsInChannels + others
    return all.inFileOrder(files).distinct.map { problem in
      ChannelProblem(problem, in: channelsByProblem[problem.with(hint: nil)] ?? [])
    }
  }
}

extension [Problem] {
  /// The problems without duplicates, in order; those that differ only in hints count as
  /// duplicates.
  ///
  /// A warning or hint is omitted if an error has the same code and location, for instance in
  /// another channel.
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

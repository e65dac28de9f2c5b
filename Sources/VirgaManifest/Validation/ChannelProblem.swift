import VirgaJSON
package import VirgaSource

/// A problem and the channels in which it occurs.
package struct ChannelProblem: Hashable, Sendable {
  package let problem: Problem
  /// In declared order; empty if it occurs in every channel.
  package var channels: [String]

  /// A problem that occurs in `channels`; if they are empty, in every channel.
  package init(_ problem: Problem, in channels: [String] = []) {
    self.problem = problem
    self.channels = channels
  }

  /// Whether the problem occurs in `channel`, which is nil for defaults without a channel.
  package func occurs(in channel: String?) -> Bool {
    channels.isEmpty || channels.contains { channel.isSameName(as: $0) }
  }

  /// Merges the problems of all channels into one list, in which each problem has its channels.
  ///
  /// Problems that differ only in their hints are the same; the first hint stays.
  ///
  /// - Parameter found: The problems in each channel; nil for defaults without a channel.
  package static func merged(_ found: [(channel: String?, problems: [Problem])]) -> [ChannelProblem]
  {
    var merged = withChannels(found)
    // An empty list means every channel.
    for index in merged.indices where merged[index].channels.count == found.count {
      merged[index].channels = []
    }
    return merged
  }

  /// Each problem once, in the order of the channels, with all channels in which it was found;
  /// those that differ only in their hints are the same.
  ///
  /// For the defaults without a channel (nil), no channel is added.
  private static func withChannels(
    _ found: [(channel: String?, problems: [Problem])]
  ) -> [ChannelProblem] {
    var merged: [ChannelProblem] = []
    // The index in `merged` of each problem, without its hint.
    var indices: [Problem: Int] = [:]
    for (channel, problems) in found {
      for problem in problems {
        let problemWithoutHint = problem.with(hint: nil)
        if let index = indices[problemWithoutHint] {
          merged[index].addChannel(channel)
        } else {
          indices[problemWithoutHint] = merged.count
          merged.append(ChannelProblem(problem))
          merged[merged.count - 1].addChannel(channel)
        }
      }
    }
    return merged
  }

  /// Adds a channel, unless it is nil or the last one added: a channel may have the same problem
  /// several times in a row.
  private mutating func addChannel(_ channel: String?) {
    if let channel, channels.last != channel { channels.append(channel) }
  }
}

/// How many problems of one severity there are: in one channel, and only in others.
package struct ProblemCount: Hashable, Sendable {
  package let severity: Problem.Severity
  /// How many occur in the channel in question.
  private var countInChannel = 0
  /// How many occur only in other channels.
  private var countInOthers = 0
  /// The channels of the problems that are only in others, without repeats.
  private var otherChannels: [String] = []
  private var seenChannels: Set<Name> = []

  /// The counts of the severities that occur, errors first: how many problems occur in `channel`,
  /// or in the defaults without a channel if it is nil, and how many only in others.
  package static func all(
    of problems: some Sequence<ChannelProblem>, in channel: String?
  ) -> [ProblemCount] {
    var counts = Problem.Severity.allCases.map(ProblemCount.init)
    for found in problems {
      let severity = found.problem.severity
      guard let index = counts.firstIndex(where: { $0.severity == severity }) else { continue }
      counts[index].add(found, channel)
    }
    return counts.filter { count in count.total > 0 }
  }

  private init(_ severity: Problem.Severity) { self.severity = severity }

  /// Counts a problem: as one that occurs in `channel` (nil for the defaults without a channel), or
  /// else as one of other channels, which are then listed too.
  private mutating func add(_ found: ChannelProblem, _ channel: String?) {
    if found.occurs(in: channel) {
      countInChannel += 1
      return
    }
    countInOthers += 1
    otherChannels += found.channels.filter { name in seenChannels.insert(name) }
  }

  /// How many occur in any channel.
  package var total: Int { countInChannel + countInOthers }

  /// `2 errors` if all are in the channel, `1 error in nightly` if none is, and `2 errors, 1 more
  /// in nightly` if some are.
  package var words: String {
    guard countInOthers > 0 else { return countInChannel.pluralizing(severity.rawValue) }
    let maximumNamed = 2
    let place =
      otherChannels.count <= maximumNamed
      ? otherChannels.joined(separator: " and ") : "\(otherChannels.count) channels"
    guard countInChannel > 0 else {
      return "\(countInOthers.pluralizing(severity.rawValue)) in \(place)"
    }
    return "\(countInChannel.pluralizing(severity.rawValue)), \(countInOthers) more in \(place)"
  }
}

import VirgaExperiments

/// The speed of bucketing, compared with the hash that it needs.
enum BucketingRows {
  static func rows(_ sampling: Sampling) -> [Row] {
    [
      row("select a client", bytes: 55, namespaceLength: 12, sampling),
      row("select a client", bytes: 60, namespaceLength: 17, sampling),
    ]
  }

  private static func row(
    _ task: String, bytes: Int, namespaceLength: Int, _ sampling: Sampling
  ) -> Row {
    let buckets = buckets(namespaceLength: namespaceLength)
    let ids = Self.ids
    return Row(
      task, on: "\(bytes) bytes", .nanoseconds, .below(.ratio(1.3)),
      .comparedWith(bare(bytes: bytes, sampling))
    ) {
      var draw = BucketSelection(buckets)
      return nanoseconds(sampling) { round in
        var selected = 0
        for id in ids where draw.isSelected(id) { selected &+= round }
        keep(selected)
      }
    }
  }

  private static func bare(bytes: Int, _ sampling: Sampling) -> Baseline {
    Baseline(name: "bare SHA-256") {
      var message = [UInt8](repeating: 0x61, count: bytes)
      return nanoseconds(sampling) { round in
        var sum: UInt32 = 0
        for index in ids.indices {
          message[7] = UInt8(truncatingIfNeeded: index &+ round)
          sum &+= SHA256(of: message).words[0]
        }
        keep(sum)
      }
    }
  }

  /// The nanoseconds per id, averaged over all ids.
  private static func nanoseconds(_ sampling: Sampling, _ body: (_ round: Int) -> Void) -> Double {
    var round = 0
    return sampling.time {
      round += 1
      body(round)
    } * 1e6 / Double(ids.count)
  }

  private static func buckets(namespaceLength: Int) -> BucketConfig {
    BucketConfig(
      namespace: String(repeating: "n", count: namespaceLength), start: 2_000, count: 4_000)
  }

  private static let ids: [String] = {
    let seeded = SeededIDs(seed: 1)
    return (0..<10_000).map { seeded[$0] }
  }()
}

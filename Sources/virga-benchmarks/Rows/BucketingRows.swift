import Dispatch
import VirgaExperiments

/// The speed of bucketing, compared with the hash that it needs.
enum BucketingRows {
  static func rows(_ sampling: Sampling) -> [Row] {
    [
      row("select a client", bytes: 55, namespaceLength: 12, sampling),
      row("select a client", bytes: 60, namespaceLength: 17, sampling),
      Row(
        "select 1M clients, all cores", on: "55 bytes", .milliseconds,
        .comparedWith(Baseline(name: "one core") { select(1_000_000, cores: 1, sampling) })
      ) { select(1_000_000, cores: Cores.count, sampling) },
    ]
  }

  private static func row(_ task: String, bytes: Int, namespaceLength: Int, _ sampling: Sampling) -> Row {
    let buckets = buckets(namespaceLength: namespaceLength)
    let ids = Self.ids
    return Row(
      task, on: "\(bytes) bytes", .nanoseconds, .below(.ratio(1.3)), .comparedWith(bare(bytes: bytes, sampling))
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

  private static func select(_ count: Int, cores: Int, _ sampling: Sampling) -> Double {
    let buckets = buckets(namespaceLength: 12)
    let ids = Self.ids
    return sampling.time {
      DispatchQueue.concurrentPerform(iterations: cores) { core in
        var draw = BucketSelection(buckets)
        var selected = 0
        for number in core * count / cores..<(core + 1) * count / cores where draw.isSelected(ids[number % ids.count]) {
          selected &+= 1
        }
        keep(selected)
      }
    }
  }

  private static func buckets(namespaceLength: Int) -> BucketConfig {
    BucketConfig(namespace: String(repeating: "n", count: namespaceLength), start: 2_000, count: 4_000)
  }

  private static let ids: [String] = {
    let seeded = SeededIDs(seed: 1)
    return (0..<10_000).map { seeded[$0] }
  }()
}

import VirgaExperiments
package import VirgaFlags
import VirgaJSON
import VirgaTargeting

extension Session {
  /// What the session keeps of a configured flag: draw, lock state, weights.
  ///
  /// A test without a stored draw has the one that its file fixes, else one that follows from the client's id: it stays the
  /// same for a client, and is another for each flag. Source of the rule: Flags: Assignment.
  package func kept(of flag: ConfiguredFlag) -> FlagChoices {
    var kept = FlagChoices()
    if flag.isTest {
      kept.draw = self[.draw, flag.name]?.doubleValue ?? flag.fixedDraw ?? ownDraw(of: flag.name)
      kept.weights = self[.weights, flag.name]?.arrayValue?.compactMap(\.doubleValue)
    } else if flag.kind == .unlock {
      kept.lock = self[.lock, flag.name]?.booleanValue
    }
    return kept
  }

  /// The draw of a test that nobody drew again; `salt` makes another one.
  package func ownDraw(of name: String, salt: String = "") -> Double {
    let client = self[.context, "nimbus_id"]?.stringValue ?? ""
    let hash = BucketHash(of: .array([.string(client), .string("flag"), .string(name), .string(salt)]))
    return min((hash.fraction * Self.drawSteps).rounded(.down), Self.drawSteps - 1) / (Self.drawSteps / 100)
  }

  private static let drawSteps = 1_000_000.0
}

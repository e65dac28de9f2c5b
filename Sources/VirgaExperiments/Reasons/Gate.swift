/// One of the conditions that a client has to meet to enter a recipe, and whether it does.
public struct Gate: Hashable, Sendable {
  /// The conditions, in the order in which they are looked at.
  public enum Kind: String, Sendable, CaseIterable {
    /// No other recipe has a feature that this one needs.
    case features
    /// The recipe is not one that only a choice in Labs enters.
    case labs
    /// The user takes part in experiments or rollouts.
    case participation
    /// The recipe takes new clients.
    case enrollment
    /// The recipe is for this application.
    case appName = "app name"
    /// The recipe is for this channel.
    case channel
    /// The targeting expression is true.
    case targeting
    /// The client has an id to draw by.
    case clientID = "client id"
    /// The client is among the recipe's buckets.
    case buckets
    /// There is a branch to choose.
    case branch
  }

  /// Which condition.
  public let kind: Kind
  /// Whether the client meets it.
  public let passes: Bool
  /// What the answer is made from, in words.
  public let sentence: String
  /// What would have to be otherwise, as in "the channel were `nightly`"; nil if the client passes or nobody can
  /// change it.
  public let remedy: String?
  /// Why nobody can change that the client does not pass; nil if it passes or that can be changed.
  public let obstacle: String?
  /// Whether the client counts as meeting it only because nothing is known that says otherwise.
  public let isAssumed: Bool

  static func passed(_ kind: Kind, _ sentence: String, isAssumed: Bool = false) -> Gate {
    Gate(kind: kind, passes: true, sentence: sentence, remedy: nil, obstacle: nil, isAssumed: isAssumed)
  }

  static func failed(_ kind: Kind, _ sentence: String, remedy: String?, obstacle: String? = nil) -> Gate {
    Gate(kind: kind, passes: false, sentence: sentence, remedy: remedy, obstacle: obstacle, isAssumed: false)
  }
}

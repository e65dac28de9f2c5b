public import VirgaSource

/// One entry of a JSON configuration: a flag, an unlock flag or a test.
public struct ConfiguredFlag: Hashable, Sendable {
  /// Where an entry comes from.
  public enum Origin: String, Hashable, Sendable {
    /// The configuration, read just now.
    case remote
    /// What was kept of an earlier configuration; the newest one may no longer have it.
    case cached
    /// The file that is bundled with the app.
    case fallback
  }

  /// The name, by which the app asks.
  public var name: String
  /// What sort of switch it is, told from the shape of the entry: `flag`, `unlock`, `featureAB`, `ab` or `mvt`.
  public var kind: FlagKind
  /// Whether it is on at all; off is off for everybody.
  public var isEnabled: Bool
  /// Whether only developers may see it (Flags: Development flags).
  public var isDevelopment = false
  /// Whether an unlock flag starts unlocked; nil for every other kind.
  public var unlocked: Bool?
  /// What a test tries, in the order of the file; empty for flags.
  public var variations: [Variation] = []
  /// The share of each variation.
  public var weights = VariationWeights(nil, count: 0)
  /// A label for analytics of each variation; of a flag, first that of `Enabled`, then that of `Disabled`.
  public var labels: [String?] = [nil, nil]
  /// The draw that the file fixes, where it does.
  public var fixedDraw: Double?
  /// What the flag is for.
  public var summary: String?
  /// The group in which a list shows it.
  public var section: String?
  /// Where the entry comes from.
  public var origin = Origin.remote
  /// Where the entry was written.
  public var location: SourceLocation?

  /// A flag without anything that an entry may leave out.
  public init(name: String, kind: FlagKind = .flag, isEnabled: Bool = false) {
    self.name = name
    self.kind = kind
    self.isEnabled = isEnabled
  }

  /// Whether it has variations, and so a draw.
  public var isTest: Bool { kind == .ab || kind == .featureAB || kind == .mvt }

  /// The variation on which a draw lands; ``Variation/unassigned`` for a draw that is no number from 0 to 100.
  ///
  /// `weights` stand in for those of the file.
  public func variation(for draw: Double, weights: VariationWeights? = nil) -> Variation {
    guard let place = (weights ?? self.weights).place(of: draw), variations.indices.contains(place) else {
      return .unassigned
    }
    return variations[place]
  }

  /// The label of one of its variations; nil where it has none, or there is no such variation.
  public func label(of variation: Variation) -> String? {
    let labelled = isTest ? variations : [.enabled, .disabled]
    guard let place = labelled.firstIndex(of: variation), labels.indices.contains(place) else { return nil }
    return labels[place]
  }
}

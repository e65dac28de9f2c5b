public import VirgaFlags

extension FeatureFlags {
  /// The flags of one kind.
  public func filter(_ kind: FlagKind) -> [ConfiguredFlag] { all.filter { $0.kind == kind } }

  /// The flags of one section; of nil those that have none.
  public func filter(section: String?) -> [ConfiguredFlag] { all.filter { $0.section == section } }

  /// The sections that have flags, in the order of their names.
  public func sections() -> [String] { Set(all.compactMap(\.section)).sorted() }

  /// One line for each flag: its name, and whether it is enabled.
  public var listing: String {
    all.map { "\($0.name): \(isEnabled(Feature.Name(rawValue: $0.name)) ? "enabled" : "disabled")" }
      .joined(separator: "\n")
  }

  /// One line for each flag: name, state, and for tests the variations with their weights and where the draw leads.
  public var extendedListing: String {
    all.map { flag in
      let name = Feature.Name(rawValue: flag.name)
      let state = answer(name)?.state.rawValue ?? ""
      guard flag.isTest else { return "\(flag.name): \(state)" }
      let choices = choices(for: name)
      let weights = choices.weights.map { VariationWeights($0, count: flag.variations.count) } ?? flag.weights
      let shares = zip(flag.variations, weights.inEffect).map { "\($0) \(Self.short($1)) %" }
      let draw = choices.draw.map { "; draw \(Self.short($0)) → \(flag.variation(for: $0, weights: weights))" } ?? ""
      return "\(flag.name): \(state); \(shares.joined(separator: ", "))\(draw)"
    }.joined(separator: "\n")
  }

  /// A number cut, not rounded, to two decimals: 99.999 is not yet 100.
  private static func short(_ number: Double) -> String {
    let cut = (number * 100).rounded(.towardZero) / 100
    return cut == cut.rounded() ? String(Int(cut)) : String(cut)
  }
}

import VirgaSession

/// What is to be done as soon as the flags are found.
struct FlagErrand: Equatable, Sendable {
  /// What it is.
  enum Kind: Equatable, Sendable {
    /// To go to the flag of that id.
    case going(String)
    /// To go to the flag that reads an entry, or to what else does.
    case goingToReader(EntryKey)
    /// To set, clear or drop flags, as the argument of `flag` says.
    case changing(String)
    /// To drop the overrides of all flags; one that is not confirmed asks first.
    case dropping(isConfirmed: Bool)

    /// What it is for, behind `looking for the flags`.
    fileprivate var purpose: String {
      switch self {
      case .going(let id): "to go to \(id)"
      case .goingToReader(let key): "to go to the one of \(key.name)"
      case .changing(let change): "to \(change)"
      case .dropping: "to drop their overrides"
      }
    }
  }

  /// What it is.
  let kind: Kind
  /// Where it was wanted: whoever went elsewhere does not want it any more.
  let place: Panel
}

extension State {
  /// Puts off until the flags are found what needs them; where none are looked for there are none.
  mutating func awaitFlags(for kind: FlagErrand.Kind) -> [Effect] {
    guard flags.isFinding else {
      status = .refusal("there are no flags")
      return []
    }
    flags.awaited = FlagErrand(kind: kind, place: focus)
    status = .note("looking for the flags \(kind.purpose) …")
    return []
  }

  /// Does what was put off, now that the flags are found.
  mutating func doAwaited() -> [Effect] {
    guard let awaited = flags.awaited, flags.isCurrent(workspace) else { return [] }
    flags.awaited = nil
    guard awaited.place == focus, overlay == nil, !isTyping else { return [] }
    status = nil
    switch awaited.kind {
    case .going(let id): return selectFlag(id)
    case .changing(let argument): return changeFlags(argument)
    case .dropping(let isConfirmed): return dropAllFlags(isConfirmed: isConfirmed)
    case .goingToReader(let key):
      if let reader = reader(of: key) { return go(to: reader) }
      status = .refusal("no flag and no variable reads \(key.name)")
      return []
    }
  }
}

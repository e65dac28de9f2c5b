/// Why a flag cannot be locked or unlocked (Flags: Unlock flags).
public enum LockRefusal: String, Error, Hashable, Sendable {
  /// It has no lock state.
  case noUnlockFlag
  /// It is off for everybody.
  case off
  /// It is under development, and developers are not among themselves.
  case hidden
}

extension LockRefusal: CustomStringConvertible {
  /// The reason, in a sentence without a final full stop.
  public var description: String {
    switch self {
    case .noUnlockFlag: "This is no unlock flag: the configuration gives it no `unlocked`"
    case .off: "The flag is off for everybody, and nobody may unlock it"
    case .hidden: "The flag is under development and hidden here"
    }
  }
}

extension ConfiguredAnswer {
  /// Why the flag may not be unlocked; nil where it may.
  public var refusalToUnlock: LockRefusal? {
    if let refusalToLock { return refusalToLock }
    switch state {
    case .off: return .off
    case .hidden: return .hidden
    case .on, .control, .locked: return nil
    }
  }

  /// Why the flag may not be locked; nil where it may, which is so whether it is on or off.
  public var refusalToLock: LockRefusal? { hasLock ? nil : .noUnlockFlag }
}

import VirgaJSON
import VirgaTargeting

/// The kind of a session entry.
///
/// A session is a table of entries, each a JSON value under a kind and a name. The uniform shape lets undo, dropping,
/// export and change tracking treat all of them the same way.
public enum EntryKind: String, CaseIterable, Sendable {
  /// The channel, a string; a single entry with an empty name.
  case channel
  /// The partial config that the person typed, an object; named by the feature.
  case edit
  /// Editor text that was rejected or not applied yet, a string; named by the feature.
  case draft
  /// The edit that a draft is based on, an object, or null if none; named by the feature.
  case draftBase = "draft-base"
  /// A recipe in the session, an object; named by its slug.
  case recipe
  /// The position of a recipe in the payload order, a whole number; named by the recipe's slug.
  case recipeOrder = "recipe-order"
  /// The forced branch, a string, or null if the person opted out; named by the recipe's slug.
  case branch
  /// The outcome of a recipe, as in the SDK's database; named by its slug. Derived from other entries.
  case enrollment
  /// Whether the client takes part, a Boolean; named `experiments` or `rollouts`.
  case participation
  /// What the user of the app chose, a Boolean or a string; named by the preference key.
  case preference
  /// A debug override of a flag, a Boolean or a variation's name; named by the debug key or the flag's id.
  case debug
  /// The lock state of an unlock flag, true for unlocked; named by the flag's id.
  case lock
  /// The draw of a JSON-configured test, a number from 0 to 100; named by the flag's id.
  case draw
  /// Weights of a JSON-configured test that replace the file's, an array of numbers; named by the flag's id.
  case weights
  /// A targeting attribute, any value; named by the attribute.
  case context
  /// The time, `{"at": ISO 8601}` if stopped or `{"offset": seconds}` if running; its name is empty.
  case clock
  /// The counts of a behavioral event, as in the SDK's database; named by the event.
  case behavior
}

extension EntryKind {
  /// Whether an entry of this kind is an override: what `d` drops and the status line counts.
  public var isOverride: Bool { [.edit, .branch, .preference, .debug, .lock, .draw, .weights].contains(self) }

  /// Whether an entry of this kind describes the client: not an override, but input to enrollment.
  package var isClientEntry: Bool { [.context, .clock, .behavior, .participation].contains(self) }
}

extension EntryKind: Comparable {
  /// Compares by order of declaration.
  public static func < (left: EntryKind, right: EntryKind) -> Bool { left.order < right.order }

  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Identifies an entry of a session.
public struct EntryKey: Hashable, Comparable, Sendable {
  /// The kind of entry.
  public var kind: EntryKind
  /// The feature, slug, key or attribute; empty if the kind has a single entry.
  public var name: String

  /// The key of the entry of `kind` called `name`.
  public init(_ kind: EntryKind, _ name: String = "") {
    self.kind = kind
    self.name = name
  }

  /// Whether both have the same kind and the same name, byte for byte.
  public static func == (left: EntryKey, right: EntryKey) -> Bool {
    left.kind == right.kind && left.name.isSameName(as: right.name)
  }

  /// Hashes the kind and the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(Name(name))
  }

  /// Compares by kind, then by name, byte for byte.
  public static func < (left: EntryKey, right: EntryKey) -> Bool {
    guard left.kind == right.kind else { return left.kind < right.kind }
    return left.name.isListed(before: right.name)
  }
}

extension EntryChange {
  /// Whether the change sets the generated client id, which determines the buckets.
  package var isDrawnID: Bool { old == nil && key == EntryKey(.context, ClientKey.clientID) }
}

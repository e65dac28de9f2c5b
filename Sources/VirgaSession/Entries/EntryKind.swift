import VirgaJSON
import VirgaTargeting

/// What an entry of a session is about.
///
/// A session is a table of entries, each a JSON value under a kind and a name: one form for everything that can be changed
/// makes undo, dropping, export and the watching of other processes the same for all of it.
public enum EntryKind: String, CaseIterable, Sendable {
  /// The channel, a string; there is one, its name is empty.
  case channel
  /// The partial config that the person typed, an object; named by the feature.
  case edit
  /// Text of the config editor that was rejected or not applied yet, a string; named by the feature.
  case draft
  /// The edit over which a draft was begun, an object, or null where there was none; named by the feature.
  case draftBase = "draft-base"
  /// A recipe that the session knows, an object; named by its slug.
  case recipe
  /// The place of a recipe in the payload order, a whole number; named by the recipe's slug.
  case recipeOrder = "recipe-order"
  /// The branch that the person forced, a string, or null where the person opted out; named by the recipe's slug.
  case branch
  /// What became of a recipe, in the form of the SDK's database; named by its slug. Follows from other entries.
  case enrollment
  /// Whether the client takes part, a Boolean; named `experiments` or `rollouts`.
  case participation
  /// What the user of the app chose, a Boolean or a string; named by the preference key.
  case preference
  /// What a developer chose for a flag, a Boolean or the name of a variation; named by the debug key or the flag's id.
  case debug
  /// The lock state of an unlock flag, true for unlocked; named by the flag's id.
  case lock
  /// The draw of a JSON-configured test, a number from 0 to 100; named by the flag's id.
  case draw
  /// Weights of a JSON-configured test that stand in for those of the file, an array of numbers; named by the flag's id.
  case weights
  /// A targeting attribute, any value; named by the attribute.
  case context
  /// The time, `{"at": ISO 8601}` where it stands still or `{"offset": seconds}` where it runs; its name is empty.
  case clock
  /// The counts of a behavioural event, in the form of the SDK's database; named by the event.
  case behavior
}

extension EntryKind {
  /// Whether an entry of this kind is an override: what `d` drops and the status line counts.
  public var isOverride: Bool {
    switch self {
    case .edit, .branch, .preference, .debug, .lock, .draw, .weights: true
    case .channel, .draft, .draftBase, .recipe, .recipeOrder, .enrollment, .participation, .context, .clock, .behavior:
      false
    }
  }
}

extension EntryKind: Comparable {
  /// In the order in which they are declared.
  public static func < (left: EntryKind, right: EntryKind) -> Bool { left.order < right.order }

  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The place of an entry in a session.
public struct EntryKey: Hashable, Comparable, Sendable {
  /// What it is about.
  public var kind: EntryKind
  /// The feature, slug, key or attribute; empty where there is one entry of its kind.
  public var name: String

  /// The place of the entry of `kind` called `name`.
  public init(_ kind: EntryKind, _ name: String = "") {
    self.kind = kind
    self.name = name
  }

  /// Whether both are of one kind and have the very same name.
  public static func == (left: EntryKey, right: EntryKey) -> Bool {
    left.kind == right.kind && left.name.isSameName(as: right.name)
  }

  /// Hashes the kind and the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(Name(name))
  }

  /// By kind, then by name; names that only look alike by what they are written with.
  public static func < (left: EntryKey, right: EntryKey) -> Bool {
    guard left.kind == right.kind else { return left.kind < right.kind }
    return left.name.isListed(before: right.name)
  }
}

extension EntryKind {
  /// Whether an entry of this kind describes the client: it is not an override, but decides where the client is enrolled.
  package var isOfClient: Bool {
    switch self {
    case .context, .clock, .behavior, .participation: true
    case .channel, .edit, .draft, .draftBase, .recipe, .recipeOrder, .branch, .enrollment, .preference, .debug, .lock,
      .draw, .weights:
      false
    }
  }
}

extension EntryChange {
  /// Whether it gives the client the id by which buckets are drawn, which nobody chose.
  package var isDrawnID: Bool { old == nil && key == EntryKey(.context, ClientKey.clientID) }
}

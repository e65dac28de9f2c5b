package import VirgaJSON
package import VirgaSource
import VirgaTargeting

/// The kind of a session entry.
///
/// A session is a table of entries, each a JSON value under a kind and a name. The uniform shape
/// lets undo, dropping, export and change tracking treat all of them the same way.
package enum EntryKind: String, CaseIterable, Sendable, Comparable {
  /// The channel, a string; a single entry with an empty name.
  case channel
  /// The partial config that the person typed, an object; named by the feature.
  case edit
  /// Editor text that was rejected or not applied yet, a string; named by the feature.
  case draft
  /// The edit that a draft is based on, an object, or null if none; named by the feature.
  case draftBase = "draft-base"
  /// Editor text of a branch's config that is not applied, an object with members `recipe`,
  /// `branch`, `feature`, `text` and `base`, which is the config that the text started from, or
  /// null; named by the first three.
  case branchDraft = "branch-draft"
  /// A recipe in the session, an object, with the changes made in the session; named by its slug.
  case recipe
  /// The position of a recipe in the payload order, a whole number; named by the recipe's slug.
  case recipeOrder = "recipe-order"
  /// A recipe that was changed in the session, as its file has it, an object; named by the recipe's
  /// slug.
  case recipeFile = "recipe-file"
  /// The forced branch, a string, or null if the person opted out; named by the recipe's slug.
  case branch
  /// The outcome of a recipe, as in the SDK's database, with a member `decision` that says why;
  /// named by its slug.
  case enrollment
  /// Whether the client takes part, a Boolean; named `experiments` or `rollouts`.
  case participation
  /// What the user of the app chose, a Boolean or a string; named by the preference key.
  case preference
  /// A debug override of a flag, a Boolean or a variation's name; named by the debug key or the
  /// flag's id.
  case debug
  /// The lock state of an unlock flag, true for unlocked; named by the flag's id.
  case lock
  /// The draw of a JSON-configured test, a number from 0 to 100; named by the flag's id.
  case draw
  /// Weights of a JSON-configured test that replace the file's, an array of numbers; named by the
  /// flag's id.
  case weights
  /// A targeting attribute, any value; named by the attribute.
  case context
  /// The time, `{"at": ISO 8601}` if stopped or `{"offset": seconds}` if running; its name is
  /// empty.
  case clock
  /// The counts of a behavioral event, as in the SDK's database; named by the event.
  case behavior

  /// Whether an entry of this kind is an override: what the key `d` drops in the console and its
  /// status line counts.
  package var isOverride: Bool {
    switch self {
    case .edit, .branch, .preference, .debug, .lock, .draw, .weights: true
    case .channel, .draft, .draftBase, .branchDraft, .recipe, .recipeOrder, .recipeFile,
      .enrollment, .participation, .context, .clock, .behavior:
      false
    }
  }

  /// Whether an entry of this kind describes the client, such as its time or the events that it
  /// counted: not an override, but input to enrollment.
  package var isClientEntry: Bool {
    switch self {
    case .context, .clock, .behavior, .participation: true
    case .channel, .edit, .draft, .draftBase, .branchDraft, .recipe, .recipeOrder, .recipeFile,
      .branch, .enrollment, .preference, .debug, .lock, .draw, .weights:
      false
    }
  }

  /// Whether an entry of this kind is a text that is not applied.
  var isDraft: Bool { self == .draft || self == .branchDraft }

  /// Compares by order of declaration.
  package static func < (left: EntryKind, right: EntryKind) -> Bool { left.order < right.order }

  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The kind and name under which a session has an entry.
package struct EntryKey: Hashable, Comparable, Sendable {
  package var kind: EntryKind
  /// The feature, slug, key or attribute; empty if the kind has a single entry.
  package var name: String

  package init(_ kind: EntryKind, _ name: String = "") {
    self.kind = kind
    self.name = name
  }

  /// Whether both have the same kind and the same name, byte for byte.
  package static func == (left: EntryKey, right: EntryKey) -> Bool {
    left.kind == right.kind && left.name.isSameName(as: right.name)
  }

  /// Hashes what `==` compares: the kind, and the bytes of the name.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(Name(name))
  }

  /// Compares by kind, then by name as lists sort names.
  package static func < (left: EntryKey, right: EntryKey) -> Bool {
    guard left.kind == right.kind else { return left.kind < right.kind }
    return left.name.isListed(before: right.name)
  }
}

extension EntryChange {
  /// Whether the change adds the client id, which is generated and determines the buckets.
  package var isGeneratedClientID: Bool {
    old == nil && key == EntryKey(.context, ClientKey.clientID)
  }
}

/// Why an operation was refused; nothing was changed.
package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, a sentence without a period.
  package var description: String
  /// The problems of what the person wrote, if they are the reason.
  package var problems: [Problem] = []
  /// Whether the session is already in the requested state, so that a script can continue: there
  /// was nothing to drop, or the value was set already.
  package var isAlreadyDone = false
  /// Whether the requested value was set already, which is not even an error.
  package private(set) var isUnchanged = false
  /// Whether the request names something that does not exist.
  package private(set) var isUnknownName = false

  /// Creates a refusal for a reason, a sentence without a period.
  ///
  /// `problems` are those of the text that the person entered, if they are the reason. With
  /// `isAlreadyDone`, the session already is in the requested state.
  package init(_ reason: String, problems: [Problem] = [], isAlreadyDone: Bool = false) {
    description = reason
    self.problems = problems
    self.isAlreadyDone = isAlreadyDone
  }

  /// The refusal to set a value that is set already: as `isAlreadyDone`, it lets a script continue,
  /// and as `isUnchanged`, commands do not even report an error.
  ///
  /// - Parameter state: The value as a clause, such as "the clock is running on time"; empty if the
  ///   person who asked has just named the value.
  package static func unchanged(_ state: String = "") -> Refusal {
    var refusal = Refusal(state.isEmpty ? "unchanged" : "unchanged: \(state)", isAlreadyDone: true)
    refusal.isUnchanged = true
    return refusal
  }

  /// A refusal of an unknown name that suggests the nearest known one.
  ///
  /// `isAlreadyDone` is for a name that was to be removed: the session lacks it already, so a
  /// script can continue.
  package static func unknown(
    _ kind: String, _ name: String, among names: some Sequence<String>, isAlreadyDone: Bool = false
  ) -> Refusal {
    var refusal = unknownName(name, among: names, "there is no \(kind) `\(name)`")
    refusal.isAlreadyDone = isAlreadyDone
    return refusal
  }

  /// A refusal of an unknown name, whose description is `reason` and a suggestion of the nearest
  /// known name, if one is near.
  ///
  /// `isUnknownName` lets commands exit as after a wrong argument.
  package static func unknownName(
    _ name: String, among names: some Sequence<String>, _ reason: String
  ) -> Refusal {
    var refusal = Refusal(reason + NameSuggestions.ending(for: name, among: names))
    refusal.isUnknownName = true
    return refusal
  }
}

extension JSONValue {
  /// The value as labels show it: compact, cut to 40 characters.
  package var label: String {
    let maxLength = 40
    return compact.shortened(to: maxLength)
  }
}

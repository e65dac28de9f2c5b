package import VirgaJSON
package import VirgaSource

/// A named, typed value of a feature, or a field of an object.
package struct Variable: Sendable {
  /// Its properties, shared by all copies because merging copies variables often.
  private let parts: Parts

  package var name: String { parts.draft.name.text }
  /// Its description; empty if omitted.
  package var description: String { parts.draft.description }
  package var type: VariableType { parts.type }
  /// Its type as written, including blanks and older names.
  package var writtenType: String { typeNode.text ?? "" }
  /// Its default as written; nil means null.
  package var defaultValue: LocatedValue? { parts.draft.defaultValue }
  /// The app setting that replaces its value once the user has changed it.
  package var preferenceKey: String? { parts.draft.preferenceKey }
  /// The Gecko preference it is bound to.
  package var geckoPreference: GeckoPreference? { parts.draft.geckoPreference }
  /// The string alias that it declares.
  package var stringAlias: String? { parts.draft.stringAlias?.text }
  /// Where it names the string alias.
  package var stringAliasLocation: SourceLocation? { parts.draft.stringAlias?.written.location }
  package var location: SourceLocation { nameNode.sourceLocation }
  /// Where its type was written.
  package var typeLocation: SourceLocation { typeNode.sourceLocation }

  var nameNode: LocatedValue { parts.draft.name.written }
  var typeNode: LocatedValue { parts.draft.type.written }

  private final class Parts: Sendable {
    let draft: VariableDraft
    let type: VariableType

    init(_ draft: VariableDraft, _ type: VariableType) {
      self.draft = draft
      self.type = type
    }
  }

  init(_ draft: VariableDraft, type: VariableType) { parts = Parts(draft, type) }
}

/// A Gecko preference and the branch in which it is set.
package struct GeckoPreference: Hashable, Sendable {
  /// A branch of Gecko's preferences.
  package enum Branch: String, Hashable, Sendable { case `default`, user }

  package let name: String
  package let branch: Branch
}

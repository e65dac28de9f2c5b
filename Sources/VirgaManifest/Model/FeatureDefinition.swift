package import VirgaJSON
package import VirgaSource

/// An identifiable, configurable part of the app.
package struct FeatureDefinition: Sendable {
  /// Its id, such as `app-menu`.
  package let id: String
  /// Its description; empty if omitted.
  package let description: String
  /// Its variables, sorted by name (byte order).
  package let variables: [Variable]
  /// Its own default blocks, in the order of the file.
  package let blocks: [DefaultBlock]
  /// What importing modules add to its defaults, in the order in which they apply.
  package internal(set) var additions: [ImportAddition]
  /// Who owns it and where it is documented.
  package let metadata: FeatureMetadata
  /// Examples of configs, its own first, then those of importing modules.
  package internal(set) var examples: [Example]
  /// Whether a client may be in several experiments of it at once.
  package let allowsCoenrollment: Bool
  package let location: SourceLocation
  /// The index of its module in ``Manifest/modules``.
  package let module: Int

  /// Variables omitted because they are broken: values for them are not reported as unknown.
  let omittedNames: [String]

  /// The variable called `name`; nil if there is none.
  package func variable(_ name: String) -> Variable? { variables.position(of: name, by: \.name).map { variables[$0] } }
}

/// Who owns a feature and where it is documented.
package struct FeatureMetadata: Sendable {
  /// People or teams; not checked.
  package var contacts: [String] = []
  /// Documents by name.
  package var documentation: [(name: String, url: String)] = []
  /// The ticket that tracks the feature.
  package var metaBug: String?
  /// Documents about the events that measure the feature.
  package var events: [String] = []
  /// A tool that generates configs.
  package var configurator: String?
}

/// Defaults that a module adds to a feature that it imports.
package struct ImportAddition: Sendable {
  /// The index of the importing module, whose channels apply.
  package let module: Int
  /// The blocks, in the order of the file.
  package let blocks: [DefaultBlock]
}

/// A patch over a feature's defaults, for all channels or for some.
package struct DefaultBlock: Sendable {
  /// The channels it is for; empty means every channel.
  package let channels: [String]
  /// The patch.
  package let value: LocatedValue
  /// The `targeting` key, which the language reserves but does not support.
  package let targeting: String?
  package let location: SourceLocation?

  let channelNames: [LocatedName]

  /// Whether it applies in `channel`; nil if no channel was requested (Rule: VirgaManifest/DefaultBlocks).
  package func applies(in channel: String?) -> Bool {
    if channels.isEmpty { return true }
    guard targeting == nil, let channel else { return false }
    return channels.containsName(channel)
  }
}

/// An example of a config of a feature.
package struct Example: Sendable {
  package let name: String
  /// What it demonstrates.
  package let description: String?
  /// A link to more information.
  package let url: String?
  /// The partial config.
  package let value: LocatedValue
  package let location: SourceLocation?
}

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
  /// The app setting that can set it.
  package var preferenceKey: String? { parts.draft.preferenceKey }
  /// The Gecko preference it is bound to.
  package var geckoPreference: GeckoPreference? { parts.draft.geckoPreference }
  /// The string alias that it declares.
  package var stringAlias: String? { parts.draft.stringAlias?.text }
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

extension RandomAccessCollection {
  /// The elements are sorted by name; names are compared byte for byte, unlike with `==`.
  func position(of name: String, by nameOf: (Element) -> String) -> Index? {
    let name = Name(name)
    let index = partitioningIndex { Name(nameOf($0)) >= name }
    return index < endIndex && Name(nameOf(self[index])) == name ? index : nil
  }
}

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
  /// The number of its own examples.
  package let ownExampleCount: Int
  /// Whether a client may be in several experiments of it at once.
  package let allowsCoenrollment: Bool
  package let location: SourceLocation
  /// The index of its module in ``Manifest/modules``.
  package let module: Int

  /// Variables left out because they are broken: values for them are not reported as unknown.
  package let brokenNames: [String]

  /// Whether the top module declares it; others are imported.
  package var isOfTopModule: Bool { module == Manifest.topModuleIndex }

  /// The groups of blocks that are folded together: the feature's own, then those that each import
  /// adds; each group with the index of the module whose channels apply.
  var blockGroups: [(module: Int, blocks: [DefaultBlock])] {
    [(module, blocks)] + additions.map { addition in (addition.module, addition.blocks) }
  }

  /// The variable called `name`; nil if there is none.
  package func variable(_ name: String) -> Variable? {
    variables.position(of: name, by: \.name).map { variables[$0] }
  }
}

/// Who owns a feature and where it is documented.
package struct FeatureMetadata: Sendable {
  /// People or teams; one that is not an email address is reported as `no-mail-address`.
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

  /// The channels as written, with their locations; repeated ones are in it too.
  let channelNames: [LocatedName]

  /// Whether the block applies in `channel`, which is nil if no channel was requested.
  ///
  /// Rule: VirgaManifest/DefaultBlocks.
  ///
  /// A block for some channels never applies if it has a `targeting`, which the language reserves
  /// but does not support.
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

extension Sequence {
  /// The elements sorted by name, byte for byte: Swift's order of strings follows Unicode
  /// equivalence.
  func sortedByBytes(of nameOf: (Element) -> String) -> [Element] {
    sorted { left, right in Name(nameOf(left)) < Name(nameOf(right)) }
  }
}

extension RandomAccessCollection {
  /// The index of the element called `name`, found by binary search; nil if there is none.
  ///
  /// The elements must be sorted by name, see ``sortedByBytes(of:)``. Names are compared byte for
  /// byte, unlike with `==`.
  func position(of name: String, by nameOf: (Element) -> String) -> Index? {
    let name = Name(name)
    let index = partitioningIndex { element in Name(nameOf(element)) >= name }
    let isFound = index < endIndex && Name(nameOf(self[index])) == name
    return isFound ? index : nil
  }
}

import VirgaJSON
import VirgaSource

/// A manifest in one of its channels: a column of a comparison.
package struct ComparisonColumn: Sendable {
  /// The column's title: the channel, or `old/app.fml.yaml@nightly` if several manifests are
  /// compared.
  package var title: String
  /// The index of its manifest among the compared ones.
  package var source: Int
  /// The shortest end of the manifest's path that tells it from the others: `old/app.fml.yaml`.
  package var file: String
  package var manifest: Manifest
  /// The channel; nil if the manifest declares none.
  package var channel: String?
}

/// The content of a column in one row.
package enum ComparedCell: Sendable {
  /// A value, with its layers; indirect, because cells are copied often and leaves are large.
  indirect case leaf(MergedLeaf)
  /// The type of a variable or field, in a row about types.
  case type(String)
  /// The feature exists, but not this path.
  case missing
  /// The feature does not exist.
  case noFeature

  /// Whether both cells have the same content.
  package func isSame(as other: ComparedCell) -> Bool {
    switch (self, other) {
    case (.leaf(let left), .leaf(let right)): left.value == right.value
    case (.type(let left), .type(let right)): left == right
    case (.missing, .missing), (.noFeature, .noFeature): true
    case (.leaf, _), (.type, _), (.missing, _), (.noFeature, _): false
    }
  }

  /// Whether the cell has a value or a type.
  package var isPresent: Bool { json != nil }
}

/// A value, or the type of one, in every column.
package struct ComparisonRow: Sendable {
  package let feature: String
  /// The path to the value, as `JSONPath` writes it.
  package let path: String
  package let cells: [ComparedCell]

  /// The row with only the given columns.
  package func showing(_ columns: [Int]) -> ComparisonRow {
    ComparisonRow(feature: feature, path: path, cells: columns.map { cells[$0] })
  }

  package var differs: Bool { differs(among: cells.indices) }

  /// Whether any two of the given columns differ.
  package func differs(among columns: some Collection<Int>) -> Bool {
    guard let first = columns.first else { return false }
    return columns.dropFirst().contains { !cells[$0].isSame(as: cells[first]) }
  }

  package var isAboutTypes: Bool {
    cells.contains { if case .type = $0 { true } else { false } }
  }
}

/// A manifest that is compared with others.
package struct ComparedManifest: Sendable {
  /// The path as the user gave it, with secrets in a URL masked.
  package var path: String
  package var manifest: Manifest
  /// The channels to show; empty for all that it declares.
  package var channels: [String]

  package init(path: String, manifest: Manifest, channels: [String] = []) {
    self.path = path.maskingCredentials
    self.manifest = manifest
    self.channels = channels
  }

  /// The columns of several manifests; those of the same channel are adjacent.
  ///
  /// Columns of a single manifest are titled by channel. Otherwise the title also has as much of
  /// the path as is needed: `old/app.fml.yaml@nightly`.
  package static func columns(of all: [ComparedManifest]) -> [ComparisonColumn] {
    let names = distinctTails(of: all.map(\.path.withoutQuery))
    var columns: [ComparisonColumn] = []
    for (source, each) in all.enumerated() {
      let channels = each.channels.isEmpty ? each.manifest.channels : each.channels
      for channel in channels.isEmpty ? [nil] : channels.map(Optional.some) {
        let title =
          all.count == 1
          ? channel ?? each.manifest.name
          : channel.map { "\(names[source])@\($0)" } ?? names[source]
        let column = ComparisonColumn(
          title: title, source: source, file: names[source], manifest: each.manifest,
          channel: channel)
        let index =
          columns.lastIndex { $0.channel.isSameName(as: channel) }.map { $0 + 1 } ?? columns.count
        columns.insert(column, at: index)
      }
    }
    return columns
  }

  /// The shortest end of each path that no other path shares.
  static func distinctTails(of paths: [String]) -> [String] {
    let parts = paths.map { $0.split(separator: "/").map(String.init) }
    return parts.enumerated().map { index, own in
      let others = parts.enumerated().filter { $0.offset != index && $0.element != own }.map(
        \.element)
      let count = (1...max(own.count, 1)).first { count in
        !others.contains { $0.suffix(count) == own.suffix(count) }
      }
      return own.suffix(count ?? own.count).joined(separator: "/")
    }
  }
}

/// The types of a feature's variables and of everything inside them, by path.
///
/// `[]` is any item of a list, `*` any value of a map; an enum is written with its variants.
enum TypeOutline {
  static func types(
    of feature: FeatureDefinition, in manifest: Manifest
  ) -> [(path: String, type: String)] {
    var types: [(path: String, type: String)] = []
    func visit(_ type: VariableType, _ path: String, inside objects: Set<Name>) {
      types.append((path, text(type)))
      visitInside(type, path, inside: objects)
    }
    func visitInside(_ type: VariableType, _ path: String, inside objects: Set<Name>) {
      switch type {
      case .option(let inner): visitInside(inner, path, inside: objects)
      case .list(let item): visitInside(item, path + "[]", inside: objects)
      case .map(_, let value): visitInside(value, path + ".*", inside: objects)
      case .object(let name):
        guard !objects.contains(name), let definition = manifest.object(name, in: feature.module)
        else { return }
        for field in definition.fields.sorted(by: { $0.nameNode.index < $1.nameNode.index }) {
          visit(field.type, path + "." + field.name, inside: objects.union([Name(name)]))
        }
      case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias: break
      }
    }
    func text(_ type: VariableType) -> String {
      var text = type.description
      type.visitParts { part in
        guard case .enumeration(let name) = part,
          let definition = manifest.enumeration(name, in: feature.module)
        else { return }
        text += " {\(definition.names.joined(separator: ", "))}"
      }
      return text
    }
    for variable in feature.variables.sorted(by: { $0.nameNode.index < $1.nameNode.index }) {
      visit(variable.type, JSONPath([.key(variable.name)]).description, inside: [])
    }
    return types
  }
}

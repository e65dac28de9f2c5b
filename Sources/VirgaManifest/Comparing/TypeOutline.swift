import VirgaJSON

/// The types of a feature's variables and of everything inside them, by path.
///
/// `[]` stands for every item of a list, `*` for every value of a map; an enum is spelt with its variants.
enum TypeOutline {
  static func types(of feature: FeatureDefinition, in manifest: Manifest) -> [(path: String, type: String)] {
    var types: [(path: String, type: String)] = []
    func visit(_ type: VariableType, _ path: String, inside objects: NameSet) {
      types.append((path, text(type)))
      visitInside(type, path, inside: objects)
    }
    func visitInside(_ type: VariableType, _ path: String, inside objects: NameSet) {
      switch type {
      case .option(let inner): visitInside(inner, path, inside: objects)
      case .list(let item): visitInside(item, path + "[]", inside: objects)
      case .map(_, let value): visitInside(value, path + ".*", inside: objects)
      case .object(let name):
        guard !objects.contains(name), let definition = manifest.object(name, in: feature.module) else { return }
        for field in definition.fields.sorted(by: { $0.nameNode.index < $1.nameNode.index }) {
          visit(field.type, path + "." + field.name, inside: objects.union([name]))
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

package import VirgaFlags
package import VirgaJSON

extension SessionFlags {
  /// A flag as an object: what is built in and stored, what the three checks answer, and why.
  package func json(of row: FlagRow) -> JSONObject {
    var object: JSONObject = ["id": .string(row.id), "kind": .string(row.kind.rawValue)]
    guard let answer = self[row.id] else { return object }
    object["feature"] = row.feature.map { .string($0) } ?? .null
    object["variable"] = row.variable.map { .string($0) } ?? .null
    object["build"] = answer.build.value?.json ?? .null
    object["user"] = answer.preference?.json ?? .null
    object["debug"] = answer.debug?.json ?? .null
    for check in FlagCheck.allCases { object[check.rawValue] = answer[check].value?.json ?? .null }
    object["state"] = .string(answer.state.word)
    object["layer"] = .string(answer.buildAndUser.decider.title)
    object["why"] = .string(answer.sentence(for: .buildAndUser, of: row, in: environment))
    return object
  }
}

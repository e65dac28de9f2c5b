import Testing
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("String aliases") struct AliasSetsTests {
  @Test("are checked at every level of an object that contains itself in a list")
  func aTree() throws {
    let text = Sample.feature(
      """
      variables:
        names: {description: d, type: List<N>, default: [a], string-alias: N}
        tree: {description: d, type: Tree, default: {kids: [{kids: [{name: b}]}]}}
      """,
      rest: """
        objects:
          Tree:
            description: d
            fields:
              name: {description: d, type: N, default: a}
              kids: {description: d, type: List<Tree>, default: []}
        """)
    let found = try Sample.load(text).problems(in: "dev").filter { $0.severity == .error }
    #expect(found.map(\.path) == ["features/f.tree#Tree.kids[0]#Tree.kids[0]#Tree.name"])
  }
}

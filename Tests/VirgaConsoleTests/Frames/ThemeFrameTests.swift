import Testing
import VirgaCanvas

@testable import VirgaConsole

/// The themes' styles, in words and in frames.
@Suite("Theme frames") struct ThemeFrameTests {
  /// The first lines of all screens that show a new style.
  private static let sample: [(text: String, styles: [Style])] = {
    var seen: Set<Style> = []
    let canvases =
      Screen.allCases.map { try? Self.frame(FrameCase.sizes[1], on: $0, "/", "'e") } + [
        try? Self.frame(FrameCase.sizes[2], on: .features, ":edit", ":find-text", "'ing"),
        try? Self.mixedTargeting(),
      ]
    return canvases.compactMap(\.self).flatMap { canvas in
      zip(canvas.lines(), 0..<canvas.size.rows).compactMap {
        text, row -> (text: String, styles: [Style])? in
        let styles = (0..<canvas.size.columns).map { canvas[Point(column: $0, row: row)].style }
        guard !seen.isSuperset(of: styles) else { return nil }
        seen.formUnion(styles)
        return (text, styles)
      }
    }
  }()

  /// A recipe whose targeting mixes `||` and `&&`, which gets a hint.
  private static func mixedTargeting() throws -> Canvas {
    var console = FrameCase.console(FrameCase.sizes[2], on: .experiments)
    console.open([try .test("mixed", app: "cirrus", "region < 'a' || true && false")])
    // The hint is in the targeting, which comes below the gates.
    console.act(":recipe mixed", ":focus why", "PgDn")
    return console.frame
  }

  private static func frame(_ size: Size, on screen: Screen, _ steps: String...) throws -> Canvas {
    var console = FrameCase.console(size, on: screen)
    console.act(steps)
    return console.frame
  }

  @Test("each theme has a fixed look for each role at each color depth", arguments: Theme.all)
  func looks(theme: Theme) {
    let meanings = StyleRole.allCases.map { role in
      let looks = ColorDepth.allCases.map { depth in
        "\(depth) \(Self.words(theme.appearance(of: Style(role), depth: depth)))"
      }
      return "\(role): \(looks.joined(separator: " · "))"
    }
    var letters: [Theme.Appearance: Character] = [.init(): "·"]
    var legend: [String] = []
    func letter(_ style: Style, _ depth: ColorDepth) -> Character {
      let look = theme.appearance(of: style, depth: depth)
      if let known = letters[look] { return known }
      let new = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")[
        letters.count - 1]
      letters[look] = new
      legend.append("\(new) = \(Self.words(look))")
      return new
    }
    let lines = Self.sample.flatMap { text, styles in
      let looks = ColorDepth.allCases.map { depth in String(styles.map { letter($0, depth) }) }
      // Depths with the same look share a line of letters.
      let different = looks.indices.filter { looks.firstIndex(of: looks[$0]) == $0 }
      return [text]
        + different.map { first -> String in
          let depths = zip(looks, ColorDepth.allCases).filter { $0.0 == looks[first] }.map {
            "\($0.1)"
          }
          return "\(looks[first]) \(depths.joined(separator: " "))"
        }
    }
    FrameCase.expectGolden(meanings + [""] + legend + [""] + lines, equals: "theme-\(theme.name)")
  }

  @Test("the sample lines use every role") func wholeness() {
    let found = Set(Self.sample.flatMap(\.styles).map(\.role))
    #expect(StyleRole.allCases.filter { !found.contains($0) } == [])
  }

  private static func words(_ appearance: Theme.Appearance) -> String {
    let color =
      switch appearance.foreground {
      case .standard: "-"
      case .indexed(let index): "\(index)"
      case .rgb(let red, let green, let blue): "\(red),\(green),\(blue)"
      }
    let names: [(Emphasis, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.underline, "underline"), (.reverse, "reverse"),
    ]
    return ([color] + names.filter { appearance.emphasis.contains($0.0) }.map(\.1)).joined(
      separator: " ")
  }
}

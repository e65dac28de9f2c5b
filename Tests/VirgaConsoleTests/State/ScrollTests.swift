import Testing
import VirgaConsole

@Suite struct ScrollTests {
  @Test(arguments: [(0, 0), (1, 0), (5, 10), (100, 10), (100, 1), (100, 0), (3, 3)])
  func theCursorIsAlwaysInSightAfterSettling(count: Int, height: Int) {
    for cursor in [-5, 0, 1, 50, 99, 1000] {
      for top in [-3, 0, 40, 99] {
        var scroll = Scroll()
        scroll.cursor = cursor
        scroll.top = top
        scroll.settle(count: count, height: height)
        #expect(scroll.cursor >= 0 && (count == 0 ? scroll.cursor == 0 : scroll.cursor < count))
        let window = scroll.window(count: count, height: height)
        #expect(window.count == min(height, count))
        if !window.isEmpty { #expect(window.contains(scroll.cursor)) }
      }
    }
  }

  @Test func theWindowKeepsAMarginAroundTheCursor() {
    var scroll = Scroll()
    scroll.cursor = 20
    scroll.settle(count: 100, height: 10)
    #expect(scroll.top == 13)
  }

  @Test func slidingMovesTheCursorOnlyAsFarAsItHasTo() {
    var scroll = Scroll()
    scroll.cursor = 5
    scroll.slide(by: 3, in: 100, height: 10)
    #expect((scroll.top, scroll.cursor) == (3, 5))
    scroll.slide(by: 10, in: 100, height: 10)
    #expect((scroll.top, scroll.cursor) == (13, 15))
    scroll.slide(by: 1000, in: 100, height: 10)
    #expect(scroll.top == 90)
  }
}
